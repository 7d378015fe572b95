"""What cells hand to their pages: the kernel's numbers, relations that hold, and where a picture has its cells."""

import itertools
import re
from types import SimpleNamespace

import nbformat
import pytest
import torch

from bilingual_book.touch import tensors_in_page
from tensorbytensor.pictures import equation
from tensorbytensor.touch import EXPORTED_TYPE, Exported
from tensorbytensor.touch.export_tensors import exact
from tensorbytensor.touch.which_cells_determine import relation


def test_what_a_page_no_longer_exports_is_forgotten(tmp_path):
    """And what it exports is taken out of the output, under the number of its cell."""
    book = SimpleNamespace(language=None, doctrees=lambda language: tmp_path)
    app = SimpleNamespace(bilingual_book=book)
    assert tensors_in_page.read(app, "page") == {}
    for exports in ([1, 3], [3], []):
        cells = [nbformat.v4.new_markdown_cell("text")]
        for number in (1, 2, 3):
            data = {"text/plain": "x"} | (
                {EXPORTED_TYPE: {"tensors": number}} if number in exports else {}
            )
            output = nbformat.v4.new_output("display_data", data)
            cells.append(nbformat.v4.new_code_cell("x", outputs=[output]))
        notebook = nbformat.v4.new_notebook(cells=cells)
        tensors_in_page.take_out(app, "page", notebook)
        assert tensors_in_page.read(app, "page") == {n: {"tensors": n} for n in exports}
        assert all(set(cell.outputs[0].data) == {"text/plain"} for cell in notebook.cells[1:])


def test_a_cell_that_exports_twice_is_named(tmp_path, caplog):
    book = SimpleNamespace(language=None, doctrees=lambda language: tmp_path)
    twice = [
        nbformat.v4.new_output("display_data", {EXPORTED_TYPE: {"tensors": 1}}) for _ in range(2)
    ]
    cell = nbformat.v4.new_code_cell("x", outputs=twice)
    notebook = nbformat.v4.new_notebook(cells=[cell])
    tensors_in_page.take_out(SimpleNamespace(bilingual_book=book), "page", notebook)
    (warning,) = caplog.records
    assert warning.getMessage().startswith("cell 1 exports twice")


def test_what_is_exported_is_what_the_kernel_has():
    x = torch.tensor([[0.1, -2.5], [float("nan"), 1e-9]])
    exported = Exported(x=x, mask=torch.tensor([True, False]))
    (numbers,) = (data["tensors"] for data in [*exported._repr_mimebundle_().values()][:1])
    assert numbers["mask"] == [1, 0] and numbers["x"][1][0] is None
    known = x.nan_to_num()
    assert torch.equal(torch.tensor([[n or 0.0 for n in row] for row in numbers["x"]]), known)
    singles = torch.randn(1000, generator=torch.Generator().manual_seed(0))
    assert torch.equal(torch.tensor(exact("singles", singles)), singles)
    doubles = torch.rand(100, dtype=torch.float64)
    assert exact("doubles", doubles) == doubles.tolist()
    assert exact("whole", torch.tensor([12_345_678_901])) == [12_345_678_901]
    assert repr(exported) == "x (2, 2), mask (2,)"


def test_a_relation_is_one_that_holds():
    a, b = torch.rand(2, 3), torch.rand(3, 4)
    signs = ["", "·", "="]
    assert relation([a, b, a @ b], signs) == {"kind": "product", "left": 2}
    assert relation([a, b, a @ b + 0.01], signs) is None
    assert relation([a, b.T, a @ b], signs) is None
    assert relation([a, b, (a @ b)[:1]], signs) is None
    alike = a[:1].expand(len(a), -1)  # all rows of the product are one
    assert relation([alike, b, (alike @ b)[:1]], signs) is None
    assert relation([a, b, torch.zeros(len(a) + 1, b.shape[1] + 2)], signs) is None
    assert relation([a, b, a @ b], ["", "+", "="]) is None
    assert relation([a], [""]) is None
    rows = {"kind": "rows", "left": 1, "rows": [2, 0, 2]}
    assert relation([b, b[[2, 0, 2]]], ["", "→"]) == rows
    assert relation([b, b[[2, 0]] + 1], ["", "→"]) is None
    one_is_new = torch.cat([b[[2]], b[[0]] + 1])
    assert relation([b, one_is_new], ["", "→"]) is None
    one_entry_differs = b[[2]] + torch.tensor([0.0, 0.0, 0.0, 1.0])
    assert relation([b, one_entry_differs], ["", "→"]) is None
    assert relation([b, b[[2, 0], :2]], ["", "→"]) is None
    assert relation([b, b[[2, 0]], b[[0, 2]]], ["", "→", ","]) is None
    columns = {"kind": "columns", "left": 1}
    assert relation([b, b[:, :1], b[:, 1:]], ["", "→", ","]) == columns
    assert relation([b[:, :1], b[:, 1:], b], ["", ",", "→"]) == {**columns, "left": 2}
    assert relation([b, b[:, 1:], b[:, :1]], ["", "→", ","]) is None


def test_the_rectangles_are_the_cells_of_the_picture():
    """In the wide picture and in the narrow one: 5 by 2 times 2 by 5 breaks on a phone."""
    a, b = torch.rand(5, 3), torch.rand(3, 5)
    parts = ("A", "weights", a), "·", ("B", "value", b), "=", ("A B", "tokens", a @ b)
    picture = equation(*parts, rows=[f"token {n}" for n in range(5)])
    for svg, look in ((picture.svg, "wide"), (picture.narrow, "narrow")):
        size = [float(each) for each in re.search(r'viewBox="0 0 (\S+) (\S+)"', svg).groups()]
        drawn = [
            [float(each) for each in re.findall(r"-?[\d.]+", path)]
            for path in re.findall(r'<path d="([^"]*)"[^>]*stroke: #767676', svg)
        ]
        corners = [(min(p[::2]), min(p[1::2]), max(p[::2]), max(p[1::2])) for p in drawn]
        wanted = []
        for matrix, (x, y, width, height) in zip((a, b, a @ b), picture.exported[look]):
            rows, columns = matrix.shape
            for i, j in itertools.product(range(rows), range(columns)):
                left, top = x + j * width / columns, y + i * height / rows
                box = left, top, left + width / columns, top + height / rows
                wanted.append([part * size[n % 2] / 100 for n, part in enumerate(box)])
        assert len(drawn) == len(wanted) == 15 + 15 + 25
        torch.testing.assert_close(torch.tensor(corners), torch.tensor(wanted), atol=0.1, rtol=0)


def test_a_picture_exports_what_it_is_drawn_from():
    a, b = torch.rand(2, 3), torch.rand(3, 2)
    parts = ("A", "weights", a), "·", ("B", "value", b), "=", ("A B", "tokens", a @ b)
    exported = equation(*parts)._repr_mimebundle_()[EXPORTED_TYPE]
    assert exported["piece"] == "equation" and exported["kind"] == "product"
    assert exported["titles"] == ["A", "B", "A B"]
    assert torch.equal(torch.tensor(exported["matrices"][0]), a)
    assert equation(*parts[:1]).exported is None
    assert EXPORTED_TYPE not in equation(*parts[:1])._repr_mimebundle_()


def test_what_cannot_be_exported_is_named():
    with pytest.raises(ValueError, match="x has infinity, but must have finite numbers or NaN"):
        Exported(x=torch.tensor([1.0, float("inf")]))
    with pytest.raises(ValueError, match=r"x is of torch.complex64, but must have real numbers"):
        Exported(x=torch.ones(1, dtype=torch.complex64))
    with pytest.raises(ValueError, match="at least one is needed"):
        Exported()
