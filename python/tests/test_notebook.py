"""Executes the notebook."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbclient is not installed: pip install nbclient ipykernel")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install nbclient ipykernel")
pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install ipykernel")


def test_the_notebook_shows_tables(tmp_path):
    notebook = nbformat.read(Path(__file__).parent.parent / "examples" / "tour.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert sum("text/html" in output["data"] and "<table" in output["data"]["text/html"] for output in shown) >= 3
    assert any("text/markdown" in output["data"] for output in shown)
