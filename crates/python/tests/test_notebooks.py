"""The notebooks run from top to bottom; what they claim they assert themselves."""

from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path, monkeypatch):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            assert not cell.outputs, f"cell {number} is committed with outputs"
            exec(compile(cell.source, f"{path.name}, cell {number}", "exec"), names)


def test_there_are_three():
    assert len(NOTEBOOKS) == 3
