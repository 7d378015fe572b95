"""Lighthouse and html-validate over every built page, in both languages; a missed target is a failure.

python3 tasks.py audit                      all pages, median of three: an hour on a quiet machine of two cores
python3 tasks.py audit attention zh/index --runs 1 --form mobile
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from statistics import median

from find_browser import find_browser

from support.serving import serving

ROOT = Path(__file__).parent.parent
SITE = ROOT / "_build" / "html"
TOOLS = ROOT / "_build" / "audit"
PACKAGES = ("lighthouse@12.8.2", "html-validate@9.7.1")  # html-validate 10 needs Node 20.19
NODE = 18
# The rules of the HTML standard. No rule is switched off: the theme's pages, too, keep all of them.
RULES = {"root": True, "extends": ["html-validate:standard"]}
FORMS = {"mobile": [], "desktop": ["--preset=desktop"]}
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FLAGS = "--chrome-flags=--headless=new --no-sandbox --disable-gpu"
MOST_KB = 400


def targets(form: str) -> dict[str, int]:
    return dict.fromkeys(CATEGORIES, 100) | ({"performance": 95} if form == "mobile" else {})


def require_tools() -> None:
    """Node, Chromium and the two packages, or one line that says what to install."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not (node and npm):
        sys.exit("The audit needs Node and npm. On Debian and Ubuntu: apt-get install nodejs npm")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    if int(version.stdout.lstrip("v").split(".")[0] or 0) < NODE:
        sys.exit(f"Node {version.stdout.strip()} runs npm, but the audit needs {NODE} or newer")
    if not find_browser():
        sys.exit("The audit needs Chromium or Chrome: install it, or set CHROMIUM to its path")
    installed = TOOLS / "installed.txt"
    if installed.exists() and installed.read_text() == str(PACKAGES):
        return
    TOOLS.mkdir(parents=True, exist_ok=True)
    print(f"Installing {' and '.join(PACKAGES)} below _build.", flush=True)
    command = [npm, "install", "--prefix", TOOLS, "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run([*command, *PACKAGES], check=False).returncode:
        sys.exit(f"npm could not install {' and '.join(PACKAGES)}: is there a network?")
    installed.write_text(str(PACKAGES))


def tool(name: str, *arguments: object) -> str:
    command = [TOOLS / "node_modules" / ".bin" / name, *arguments]
    environment = {**os.environ, "CHROME_PATH": find_browser()}
    result = subprocess.run(
        [str(part) for part in command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if not result.stdout:
        sys.exit(f"{name} said nothing about {arguments[0]}: {result.stderr.strip()[-300:]}")
    return result.stdout


def lighthouse(address: str, form: str, runs: int) -> tuple[dict[str, int], int, list[str]]:
    """The median score of each category, the kilobytes loaded, and the audits that cost points."""
    reports = [
        json.loads(tool("lighthouse", address, "--quiet", "--output=json", FLAGS, *FORMS[form]))
        for _ in range(runs)
    ]
    scores = {
        name: round(100 * median(report["categories"][name]["score"] or 0 for report in reports))
        for name in CATEGORIES
    }
    last = reports[-1]
    weighty = {
        part["id"]
        for name in CATEGORIES[1:]
        for part in last["categories"][name]["auditRefs"]
        if part["weight"] and (last["audits"][part["id"]]["score"] or 0) < 1
        if last["audits"][part["id"]]["scoreDisplayMode"] in ("binary", "numeric", "error")
    }
    return (
        scores,
        round(last["audits"]["total-byte-weight"]["numericValue"] / 1000),
        sorted(weighty),
    )


def validate(pages: list[str]) -> list[str]:
    """What html-validate finds in the pages, a line each."""
    rules = TOOLS / "html-validate.json"
    rules.write_text(json.dumps(RULES))
    files = [SITE / f"{page}.html" for page in pages]
    found = json.loads(tool("html-validate", "--formatter", "json", "--config", rules, *files))
    return [
        f"{Path(file['filePath']).relative_to(SITE)}:{message['line']}: {message['message']}"
        for file in found
        for message in file["messages"]
    ]


def every_page() -> list[str]:
    files = [*sorted(SITE.glob("*.html")), *sorted(SITE.glob("zh/*.html"))]
    return [str(file.relative_to(SITE).with_suffix("")) for file in files]


def main() -> None:
    parser = argparse.ArgumentParser(prog="tasks.py audit", description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="*", help="such as attention or zh/index; all without")
    parser.add_argument("--runs", type=int, default=3, help="of which the median counts (3)")
    parser.add_argument("--form", choices=FORMS, help="both without")
    options = parser.parse_args()
    pages = options.pages or every_page()
    if unknown := [page for page in pages if not (SITE / f"{page}.html").exists()]:
        sys.exit(f"There is no page {unknown[0]}; there are {', '.join(every_page())}")
    if options.runs < 1:
        sys.exit(f"--runs {options.runs}: at least 1")
    require_tools()

    missed = validate(pages)
    print("\n".join([f"html-validate: {len(missed)} errors on {len(pages)} pages", *missed]))
    forms = [options.form] if options.form else list(FORMS)
    print(f"\n{'':30}  {'  '.join(CATEGORIES)}    KB", flush=True)
    with serving(SITE) as address:
        # A page for what is not there is not meant to be found.
        for page in [page for page in pages if not page.endswith("404")]:
            for form in forms:
                scores, kilobytes, reasons = lighthouse(f"{address}{page}.html", form, options.runs)
                wanted = targets(form)
                low = [name for name in CATEGORIES if scores[name] < wanted[name]]
                low += ["KB"] if kilobytes >= MOST_KB else []
                columns = "  ".join(
                    str(value).rjust(len(name))
                    for name, value in {**scores, "  KB": kilobytes}.items()
                )
                below = f"  below target: {', '.join([*low, *reasons])}" if low else ""
                print(f"{page + ' ' + form:30}  {columns}{below}", flush=True)
                missed += [f"{page} {form}: {', '.join(low)}"] if low else []
    sys.exit(f"{len(missed)} targets missed" if missed else 0)


if __name__ == "__main__":
    main()
