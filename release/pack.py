"""Pack the built book into one archive: `_build/pack/tensorbytensor-VERSION.zip`.

Inside are the notebooks of both languages, the book's code as a wheel, what to install, and the site. The
same book gives the same archive, to the byte; it is written whole or not at all.
"""

import email
import re
import sys
import zipfile
from pathlib import Path

RELEASE = Path(__file__).resolve().parent
ROOT = RELEASE.parent
sys.path.insert(0, str(ROOT / "code"))

from bilingual_book.export import wheel  # noqa: E402

LANGUAGES = ("en", "zh")
START_OF_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def requirements(root: Path, site: Path) -> str:
    """The versions that the book was built with, of what the notebooks need, and Jupyter."""
    needed = _needed(site / "notebooks" / wheel.name(root)) | {"ipykernel"}
    pinned = [line.partition("#")[0].strip() for line in _lines(root / "requirements.txt")]
    ours = [line for line in pinned if re.split(r"[\[=]", line)[0] in needed]
    return "\n".join([*ours, *_lines(RELEASE / "requirements.txt"), f"./{wheel.name(root)}", ""])


def _needed(built: Path) -> set[str]:
    """The packages that a wheel asks for."""
    with zipfile.ZipFile(built) as file:
        name = next(name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(file.read(name))
    return {re.match(r"[\w-]+", line)[0] for line in metadata.get_all("Requires-Dist")}


def _lines(path: Path) -> list[str]:
    return path.read_text("utf8").splitlines()


def contents(root: Path, site: Path) -> dict[str, bytes]:
    """Each file of the archive by its name in it."""
    notebooks = site / "notebooks"
    files = {
        file.relative_to(site.parent).as_posix().replace("html/", "site/", 1): file.read_bytes()
        for file in sorted(site.rglob("*"))
        if file.is_file()
    }
    for language in LANGUAGES:
        for file in sorted((notebooks / language).glob("*.ipynb")):
            files[f"notebooks/{language}/{file.name}"] = file.read_bytes()
    files[wheel.name(root)] = (notebooks / wheel.name(root)).read_bytes()
    files["requirements.txt"] = requirements(root, site).encode()
    for name in ("README.md", "README.zh.md"):
        files[name] = (RELEASE / name).read_bytes()
    files["LICENSE"] = (root / "LICENSE").read_bytes()
    return files


def pack(root: Path) -> Path:
    site, top = root / "_build" / "html", f"tensorbytensor-{wheel.version(root)}"
    if not (site / "notebooks" / wheel.name(root)).exists():
        sys.exit("There is no built book to pack: run `python3 tasks.py pack`, which builds it.")
    archive = root / "_build" / "pack" / f"{top}.zip"
    draft = archive.with_suffix(".draft")
    archive.parent.mkdir(parents=True, exist_ok=True)
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as file:
            for name, content in sorted(contents(root, site).items()):
                entry = zipfile.ZipInfo(f"{top}/{name}", START_OF_ZIP_TIME)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                file.writestr(entry, content)
        draft.replace(archive)
    finally:
        draft.unlink(missing_ok=True)
    return archive


if __name__ == "__main__":
    archive = pack(ROOT)
    print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size / 1e6:.1f} MB")
