"""The wheel holds the whole package and nothing else; what the code imports is declared, pinned and rightly ordered."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pagetwin
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from pagetwin.config import CrawlSettings

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NOT_CODE = {"tests", "benchmarks", "scripts", "docs", "build", "dist"}


def _code_folders() -> list[Path]:
    """Folders below the root that hold modules of the package."""
    tops = [p for p in ROOT.iterdir() if p.is_dir() and p.name.isidentifier() and p.name not in NOT_CODE]
    return sorted({module.parent for top in tops for module in top.rglob("*.py")})


def _files() -> set[str]:
    """Every file that a user needs: modules of the root, its package data, and all that stands in code folders."""
    data = PROJECT["tool"]["setuptools"]["package-data"]["pagetwin"]
    found = {p.name for p in ROOT.glob("*.py")} | set(data)
    for top in {folder.relative_to(ROOT).parts[0] for folder in _code_folders()}:
        found |= {p.relative_to(ROOT).as_posix() for p in (ROOT / top).rglob("*") if p.is_file()}
    return {f"pagetwin/{name}" for name in found if "__pycache__" not in name}


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in [*ROOT.glob("*.py"), *(p for folder in _code_folders() for p in folder.glob("*.py"))]:
        yield path.relative_to(ROOT), ast.parse(path.read_text("utf-8"))


def _imported() -> dict[str, set[str]]:
    """Top-level names of what modules import from outside the package: {name: modules}."""
    found: dict[str, set[str]] = {}
    for path, tree in _modules():
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names = [node.module]
            for name in names:
                found.setdefault(name.partition(".")[0], set()).add(path.as_posix())
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """A wheel built from a copy, so that nothing is left behind in the checkout."""
    copy = tmp_path_factory.mktemp("wheel") / "pagetwin"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    for name in _files():
        target = copy / name.removeprefix("pagetwin/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name.removeprefix("pagetwin/"), target)
    build = "from setuptools.build_meta import build_wheel; build_wheel('out')"
    done = subprocess.run([sys.executable, "-P", "-c", build], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (path,) = (copy / "out").iterdir()
    return zipfile.ZipFile(path)


def test_every_code_folder_is_a_listed_package() -> None:
    names = {".".join(("pagetwin", *folder.relative_to(ROOT).parts)) for folder in _code_folders()}
    assert names | {"pagetwin"} == set(PROJECT["tool"]["setuptools"]["packages"])
    assert [f for f in _code_folders() if not (f / "__init__.py").is_file()] == []


def test_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == _files()


def test_wheel_carries_version_licence_and_command(wheel: zipfile.ZipFile) -> None:
    info = f"pagetwin-{pagetwin.__version__}.dist-info"
    text = wheel.read(f"{info}/METADATA").decode()
    assert f"\nVersion: {pagetwin.__version__}\n" in text
    assert "\nLicense-Expression: Apache-2.0\n" in text
    assert "\nRequires-Python: >=3.11\n" in text
    assert b"TERMS AND CONDITIONS" in wheel.read(f"{info}/licenses/LICENSE")
    assert "pagetwin = pagetwin.__main__:main" in wheel.read(f"{info}/entry_points.txt").decode()


def test_version_stands_in_one_place() -> None:
    assert "version" not in PROJECT["project"]
    literal = re.compile(rf"""["'=/ ]v?{re.escape(pagetwin.__version__)}\b""")
    places = [p.as_posix() for p, _ in _modules() if literal.search((ROOT / p).read_text("utf-8"))]
    assert places == ["__init__.py"]
    assert CrawlSettings().user_agent.startswith(f"pagetwin/{pagetwin.__version__} ")


def test_what_is_imported_is_declared_and_the_other_way_round() -> None:
    distributions = metadata.packages_distributions()
    outside = _imported().keys() - sys.stdlib_module_names
    assert "pagetwin" not in outside, "inside the package imports are relative"
    # Spark is not installed with the rest: 430 MB.
    imported = {canonicalize_name(distributions.get(name, [name])[0]) for name in outside}
    extras = [
        text
        for name, texts in PROJECT["project"]["optional-dependencies"].items()
        if name not in ("dev", "bench")  # of benchmarks: other programs to measure against, at their newest
        for text in texts
    ]
    dependencies = [*PROJECT["project"]["dependencies"], *extras]
    declared = {canonicalize_name(Requirement(text).name) for text in dependencies}
    # trafilatura needs lxml_html_clean, but older pips do not see that; pyspark needs pandas, but not the newest.
    assert imported == declared - {"lxml-html-clean", "pandas"}


def test_each_dependency_is_pinned_to_a_version_it_allows() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert list(pins) == sorted(pins)
    extras = PROJECT["project"]["optional-dependencies"]
    extra = [text for name, texts in extras.items() if name != "bench" for text in texts]
    for text in [*PROJECT["project"]["dependencies"], *extra, *PROJECT["build-system"]["requires"]]:
        wanted = Requirement(text)
        assert wanted.specifier.contains(Version(pins[canonicalize_name(wanted.name)])), text


def test_import_order_names_every_part() -> None:
    contract = PROJECT["tool"]["importlinter"]["contracts"][0]
    assert (contract["type"], contract["containers"], contract["exhaustive"]) == ("layers", ["pagetwin"], True)
    layered = {name.strip() for layer in contract["layers"] for name in layer.split("|")}
    parts = {p.stem for p in ROOT.glob("*.py")} | {f.relative_to(ROOT).parts[0] for f in _code_folders()}
    assert layered == parts - {"__init__", *contract["exhaustive_ignores"]}
