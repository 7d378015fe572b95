"""Mutants that compute what the module computes, so that no test can kill them: module, lines before and after, why."""

EQUIVALENT: list[tuple[str, str, str, str]] = []
