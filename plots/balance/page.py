"""The report of an experiment as one HTML page that needs nothing else."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files

from matplotlib.figure import Figure

from armada_sim.pictures import Style, Words
from plots.balance.canvas import MM_PER_INCH, Canvas, Chart, wide
from plots.balance.report import Block, Heading, Prose, Report, Table
from plots.save import figure_bytes


def as_html(shown: Report, style: Style) -> bytes:
    """The page."""
    words = Words(shown.lang)
    texts = {
        "TITLE": escape(shown.title), "LANG": shown.lang, "PAGE": style.page, "INK": style.ink, "QUIET": style.quiet,
        "GRID": style.grid, "SURFACE": style.surface,
        "WIDE": "100%" if style.width_mm is None else f"{style.width_mm:g}mm",
        "KIND": ' class="sheet"' if shown.sheet else "",
        "HEADING": f"<h1>{escape(shown.title)}</h1>" if style.heading else "",
        "BODY": "\n".join(_block(block, i, style, words) for i, block in enumerate(shown.blocks)),
    }  # fmt: skip
    template = (files("plots") / "balance" / "page.html").read_text(encoding="utf-8")
    parts = template.split("@@")  # every second part is the name of a text
    return "".join(texts[part] if i % 2 else part for i, part in enumerate(parts)).encode()


def _block(block: Block, number: int, style: Style, words: Words) -> str:
    match block:
        case Heading():
            return f"<h2>{escape(block.text)}</h2>"
        case Prose():
            if block.listed:
                return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in block.lines) + "</ul>"
            return "\n".join(f"<p>{escape(line)}</p>" for line in block.lines)
        case Table():
            return _table(block)
        case Chart():
            title = f"<h3>{escape(block.title)}</h3>\n" if style.heading else ""
            caption = f"<figcaption>{escape(block.caption)}</figcaption>" if style.caption else ""
            return f"<figure>{title}{svg(block, number, style, words)}{caption}</figure>"


def _table(shown: Table) -> str:
    caption = f"<caption>{escape(shown.caption)}</caption>" if shown.caption else ""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in shown.head)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(text)}</td>" for text in row[1:]) + "</tr>"
        for row in shown.rows
    )
    kind = "" if shown.head else ' class="facts"'
    return (
        f'<div class="wide"><table{kind}>{caption}'
        + (f"<thead><tr>{head}</tr></thead>" if head else "")
        + f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def figure_of_chart(chart: Chart, style: Style, words: Words) -> Figure:
    """A chart between the margins of its style."""
    border = style.margin_mm / MM_PER_INCH
    figure = Figure(figsize=(wide(style) + 2 * border, chart.height + 2 * border), facecolor=style.page)
    chart.draw(Canvas(figure, style, words, border))
    return figure


def svg(chart: Chart, number: int, style: Style, words: Words) -> str:
    """A chart as an element of a page; what it names has its number in front, as names are those of the whole page."""
    figure = figure_of_chart(chart, style, words)
    text = figure_bytes(
        figure, "svg", chart.title, chart.description, words.lang, outlines=style.outlines
    ).decode()  # fmt: skip
    text = re.sub(r" <metadata>.*?</metadata>\n", "", text[text.index("<svg ") :], flags=re.DOTALL)
    text = re.sub(r' xmlns(:\w+)?="[^"]*"', "", text).replace("xlink:href", "href").replace("xml:lang", "lang")
    text = re.sub(r'( id="|href="#|url\(#)', rf"\g<1>c{number}-", text)
    return re.sub(r'aria-labelledby="(\S+) (\S+)"', rf'aria-labelledby="c{number}-\1 c{number}-\2"', text, count=1)
