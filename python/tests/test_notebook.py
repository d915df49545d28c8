"""Executes the notebook, and tests what notebooks display."""

import pickle
from pathlib import Path
from xml.etree import ElementTree

import numpy
import portolan
import pytest

nbformat = pytest.importorskip("nbformat", reason="nbclient is not installed: pip install nbclient ipykernel")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install nbclient ipykernel")
pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install ipykernel")


def test_notebook_shows_tables_pictures_and_progress(tmp_path):
    notebook = nbformat.read(Path(__file__).parent.parent / "examples" / "tour.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not any(output.get("name") == "stderr" and "\x1b" in output["text"] for output in outputs)
    pages = [output["data"]["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert sum("<table" in page for page in pages) >= 5
    (picture,) = [page for page in pages if page.startswith("<svg")]
    root = ElementTree.fromstring(picture)
    assert len(root.findall(".//{*}rect")) > 20
    progress = "".join(output["text"] for output in outputs if output.get("name") == "stderr")
    widgets = [output for output in outputs if "application/vnd.jupyter.widget-view+json" in output.get("data", {})]
    assert "180/180" in progress or widgets
    (summary,) = [page for page in pages if "<th>wins</th>" in page]
    assert "greedy" in summary and " %" in summary
    assert any("text/markdown" in output.get("data", {}) for output in outputs)


@pytest.mark.parametrize("name", portolan.games())
def test_states_of_every_game_are_drawn_as_svg(name):
    game = portolan.Game(name)
    assert "<th>players</th><td>2</td>" in game._repr_html_()
    state, rng = game.new_state(seed=1), numpy.random.default_rng(1)
    views = set()
    while not state.is_over:
        if state.moves % 20 == 0:
            picture = state._repr_html_()
            assert picture == state.svg() == state.svg(state.to_move)
            width = int(ElementTree.fromstring(picture).get("width"))
            assert 200 < width < 900
            views.add(picture)
        state.apply(int(rng.choice(state.legal_actions())))
    assert len(views) > 3 and state.svg().startswith("<svg")
    with pytest.raises(IndexError, match="seat 7: expected 0 to"):
        state.svg(7)


def test_results_folder_is_displayed_as_its_summary(tmp_path):
    (tmp_path / "summary.csv").write_text(
        "bot,seat,games,score_mean,score_low,score_high,win_rate,win_low,win_high,cell\n"
        "a<b,,4,2.25,1.5,3,0.5,,,\na<b,1,2,2.25,1.5,3,0.5,,,\n"
    )
    folder = portolan.Results(tmp_path)
    assert folder._repr_html_() is None
    (tmp_path / "manifest.toml").write_text("")
    shown = folder._repr_html_()
    assert "<td>a&lt;b</td><td>4</td><td>50.0 %</td><td>2.2 (1.5–3.0)</td></tr></table>" in shown
    assert "<th>condition</th>" not in shown and "<th>rating</th>" not in shown
    assert repr(folder) == repr(tmp_path) and pickle.loads(pickle.dumps(folder)) == tmp_path
