"""Where pages are written, what the index says of them, and which pictures a chapter gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from derivations.catalogue import UsageError
from derivations.verdict import Verification
from lessons.check import companion, verify
from reports.html.files import write_pages
from reports.html.pictures.drawn import pictures_of
from tests.reports.html.parsed import Parsed, chapter11


@pytest.fixture
def course(tmp_path: Path) -> list[str]:
    folder = tmp_path / "course"
    for name, text in (
        ("one/lesson.md", "# One\n\n3 × 4 = 13\n"),
        ("two/lesson.md", "# Two\n\n3 × 4 = 12\n"),
        ("two/Lesson.md", "# Two again\n\n1 + 1 = 2 and 5\n"),
        ("index.md", "# Start\n"),
    ):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return [str(path) for path in sorted(folder.rglob("*.md"))]


def test_several_lessons_get_an_index_with_working_links(tmp_path: Path, course: list[str]) -> None:
    found = verify(course, [])
    paths = write_pages(found, "en", str(tmp_path / "out"))
    assert paths[0] == str(tmp_path / "out" / "index.html")
    assert len({path.casefold() for path in paths}) == len(course) + 1
    index = Parsed(Path(paths[0]).read_text(encoding="utf-8"))
    rows = [one for tag, one in index.elements if tag == "a" and one["href"] != "#text"]
    assert {str(tmp_path / "out" / str(one["href"])) for one in rows} == set(paths[1:])
    for title in ("One", "Two", "Two again", "Start"):
        assert title in index.text
    for path in paths[1:]:
        back = Parsed(Path(path).read_text(encoding="utf-8")).with_class("back")
        assert [one["href"] for one in back] == ["index.html"]


def test_pages_are_called_like_their_lessons(tmp_path: Path) -> None:
    for name in ("a/one.md", "b/two.md", "c d/index"):
        file = tmp_path / name
        file.parent.mkdir()
        file.write_text("# Title\n", encoding="utf-8")
    found = verify([str(tmp_path / name) for name in ("a/one.md", "b/two.md", "c d/index")], [])
    written = write_pages(found, "en", str(tmp_path / "out"))
    assert [Path(path).name for path in written] == ["index.html", "one.md.html", "two.md.html", "index-2.html"]


def test_the_index_counts_each_lesson_by_itself(tmp_path: Path, course: list[str]) -> None:
    found = verify(course, [])
    write_pages(found, "en", str(tmp_path / "out"))
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    row = next(row for row in text.split("<tr>") if ">One</a>" in row)
    assert ">1</span>" in row and "is-error" in row
    row = next(row for row in text.split("<tr>") if ">Two</a>" in row)
    assert "is-error" not in row


def test_one_file_for_one_lesson(tmp_path: Path, course: list[str]) -> None:
    out = tmp_path / "page.html"
    assert write_pages(verify(course[:1], []), "zh", str(out)) == [str(out)]
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    with pytest.raises(UsageError) as refused:
        write_pages(verify(course, []), "en", str(out))
    assert refused.value.message.key == "html-one-file"


def test_a_file_that_is_no_folder_is_not_written_over(tmp_path: Path, course: list[str]) -> None:
    lesson = tmp_path / "lesson.txt"
    lesson.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError):
        write_pages(verify(course[:1], []), "en", str(lesson))
    assert lesson.read_text(encoding="utf-8") == "mine"


def test_a_lesson_is_not_written_over(tmp_path: Path) -> None:
    lesson = tmp_path / "lesson.html"
    text = "<!DOCTYPE html>\n<p>3 × 4 = 13</p>\n"
    lesson.write_text(text, encoding="utf-8")
    found = verify([str(lesson)], [])
    with pytest.raises(UsageError):
        write_pages(found, "en", str(lesson))
    assert lesson.read_text(encoding="utf-8") == text
    page = tmp_path / "page.html"
    for _ in range(2):  # a page of before is
        write_pages(found, "en", str(page))


def test_a_document_that_changed_meanwhile(tmp_path: Path) -> None:
    found = chapter11(tmp_path)
    (tmp_path / "lesson.txt").write_text("something else", encoding="utf-8")
    write_pages(found, "en", str(tmp_path / "page.html"))
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "has changed since it was checked" in html
    assert 'class="drawing"' not in html  # its values would be those of another document


def test_the_pictures_of_chapter_11_show_the_companion_s_values(right: Verification) -> None:
    drawn = pictures_of(right, "en")(right.lessons[0])
    assert sorted(drawn) == ["11.2", "11.5", "11.6"]
    from reports.html.element import markup

    values = companion("chapter11", [], digits=4)
    graph = markup(drawn["11.5"][0])
    parts = ("parameters", "gradients")
    for part in parts:
        for rows in values[part].values():  # type: ignore[attr-defined]
            for entry in (entry for row in rows for entry in row):
                assert f">{entry.replace('-', '−')}</text>" in graph, (part, entry)
    rows = markup(drawn["11.6"][0])
    for entry in ("0.7311", "0.7137", "0.07871", "0.1718", "2.542", "1.761"):
        assert entry in rows
    mask = markup(drawn["11.2"][0])
    assert mask.count('class="hidden"') == 1 and mask.count('class="allowed"') == 3
    assert "position 1 may not read position 2" in mask
    for picture in (graph, rows, mask):
        parsed = Parsed(picture)
        tags = [tag for tag, _ in parsed.elements]
        assert "title" in tags and "desc" in tags


def test_pictures_follow_the_document_s_values(tmp_path: Path) -> None:
    from reports.html.element import markup
    from tests.lessons import own_words
    from tests.reports.html.parsed import verified

    text = own_words.text().replace("η = 0.1", "η = 0.2")
    assert text != own_words.text()
    found = verified(tmp_path / "lesson.txt", text, "chapter11")
    drawn = pictures_of(found, "en")(found.lessons[0])
    assert "2.542 → 1.761" not in markup(drawn["11.6"][0])


def test_what_is_declared_beside_a_document_has_a_page_where_it_needs_a_look(tmp_path: Path) -> None:
    (tmp_path / "lesson.md").write_text("# A\n\n3 × 4 = 12\n", encoding="utf-8")
    (tmp_path / "lesson.claims.toml").write_text("nonsense = 1\n", encoding="utf-8")
    found = verify([str(tmp_path / "lesson.md")], [])
    written = write_pages(found, "en", str(tmp_path / "out"))
    assert [Path(path).name for path in written] == ["index.html", "lesson.md.html", "lesson.claims.toml.html"]
    assert "nonsense = 1" in Parsed(Path(written[2]).read_text(encoding="utf-8")).text
    (tmp_path / "lesson.claims.toml").write_text("", encoding="utf-8")
    again = write_pages(verify([str(tmp_path / "lesson.md")], []), "en", str(tmp_path / "again"))
    assert [Path(path).name for path in again] == ["lesson.md.html"]


def test_an_ignored_mistake_is_shown_as_a_note_with_its_reason(tmp_path: Path) -> None:
    text = "# A\n\n2 + 2 = 5. <!-- lessonproof: ignore figure-wrong because it quotes Orwell -->\n"
    (tmp_path / "lesson.md").write_text(text, encoding="utf-8")
    [path] = write_pages(verify([str(tmp_path / "lesson.md")], []), "en", str(tmp_path / "page.html"))
    parsed = Parsed(Path(path).read_text(encoding="utf-8"))
    assert "it quotes Orwell" in parsed.text
    assert not parsed.with_class("is-error")
    assert [one["class"] for one in parsed.with_class("fig") if "is-note" in (one["class"] or "")] == ["fig is-note note"]
