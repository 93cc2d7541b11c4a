"""The report of an experiment on sheets of A4."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from plots.balance.canvas import POINTS, WIDTH, Canvas, Chart, folded, wide, width_of
from plots.balance.report import Block, Heading, Prose, Report, Table
from plots.messages import Words
from plots.save import pages_bytes
from plots.style import Style

_SHEET = (8.27, 11.69)
"""Inches. Wider only where charts are."""

_TOP, _BOTTOM = 11.0, 0.75
"""Inches from the lower edge of the sheet: where a page begins and ends."""

_SPACE = 0.2
"""Inches. Between two blocks."""

_LINE = 1.35
"""Height of a line, as a multiple of the letters' size."""

_BETWEEN, _FAR = 0.14, 0.45
"""Inches. Between two columns, at least and at most."""

_BULLET = 0.16
"""Inches. How far a listed sentence is set in."""


def as_pdf(shown: Report, style: Style) -> bytes:
    """The PDF."""
    return pages_bytes(sheets_of(shown, style), shown.title)


def sheets_of(shown: Report, style: Style) -> list[Figure]:
    """The sheets."""
    sheets = _Sheets(style, Words(shown.lang))
    if style.heading:
        sheets.write(shown.title, style.title + 4, weight="bold")
    for i, block in enumerate(shown.blocks):
        sheets.add(block, _needed(shown.blocks[i + 1 :]))
    return sheets.finished()


def _needed(rest: tuple[Block, ...]) -> float:
    """Inches that a heading wants below it: a chart with its title, or some lines."""
    return rest[0].height + 1.0 if rest and isinstance(rest[0], Chart) else 1.2


class _Sheets:
    """Sheets that are being filled from the top."""

    def __init__(self, style: Style, words: Words) -> None:
        self.style, self.words = style, words
        self.width = max(wide(style), WIDTH)
        self.left, self.top = ((_SHEET[0] - WIDTH) / 2, _TOP) if style.margin_mm else (0.0, _SHEET[1])
        self.sheet = (self.width + 2 * self.left, _SHEET[1])
        self.figures: list[Figure] = []
        self.turn()

    def turn(self) -> None:
        """Begin a new sheet."""
        self.figures.append(Figure(figsize=self.sheet, facecolor=self.style.page))
        self.y = self.top

    def room(self, height: float) -> None:
        """Begin a new sheet unless there is so much room, or the sheet is empty."""
        if self.y - height < _BOTTOM and self.y < self.top:
            self.turn()

    def finished(self) -> list[Figure]:
        """The sheets with their numbers."""
        for number, figure in enumerate(self.figures, 1):
            text = self.words.say("{number} of {count}", number=number, count=len(self.figures))
            figure.text(
                0.5, 0.4 / self.sheet[1], text, ha="center", fontsize=self.style.small_text, color=self.style.quiet
            )
        return self.figures

    def put(self, text: str, x: float, size: float, **look: object) -> None:
        """Lines from where the sheet is filled to; x in inches from the margin."""
        for i, line in enumerate(text.split("\n")):
            y = self.y - (_LINE * i + 1) * size / POINTS
            self.figures[-1].text(
                (self.left + x) / self.sheet[0], y / self.sheet[1], line, fontsize=size, family=self.style.font,
                va="baseline", **{"color": self.style.ink, **look},  # type: ignore[arg-type]
            )  # fmt: skip

    def write(self, text: str, size: float, *, indent: float = 0.0, **look: object) -> None:
        """A text in lines, over as many sheets as it takes. Bold letters are a sixth wider."""
        width = (self.width - indent) / (1.17 if "weight" in look else 1.0)
        for line in folded(text, width, self.style, size).split("\n"):
            self.room(_LINE * size / POINTS)
            self.put(line, indent, size, **look)
            self.y -= _LINE * size / POINTS

    def add(self, block: Block, below: float) -> None:
        """A block; a heading stays with `below` inches of what follows."""
        match block:
            case Heading():
                self.y -= _SPACE
                self.room(below + 0.4)
                self.write(block.text, self.style.title, weight="bold")
                self.y -= _SPACE / 2
            case Prose():
                for line in block.lines:
                    if block.listed:
                        self.room(_LINE * self.style.text / POINTS)
                        self.put("•", 0.0, self.style.text)
                    self.write(line, self.style.text, indent=_BULLET if block.listed else 0.0)
                    self.y -= 0.04
                self.y -= _SPACE
            case Table():
                self.table(block)
            case Chart():
                self.chart(block)

    def chart(self, chart: Chart) -> None:
        title_size, caption = self.style.text + 1, folded(chart.caption, self.width, self.style)
        lines = _LINE * (title_size + self.style.small_text * (caption.count("\n") + 1)) / POINTS
        self.room(chart.height + lines + 0.2)
        if self.style.heading:
            self.write(chart.title, title_size, weight="bold")
        self.y -= 0.08 + chart.height
        chart.draw(Canvas(self.figures[-1], self.style, self.words, chart.height, self.left, self.y))
        self.y -= 0.08
        if self.style.caption:
            self.write(chart.caption, self.style.small_text, color=self.style.quiet)
        self.y -= _SPACE

    def table(self, table: Table) -> None:
        """A table whose head is repeated on every sheet."""
        size = self.style.small_text
        head, rows, widths, between = _fitted(table, size, self.style, self.width)
        lead = _LINE * size / POINTS
        first = lead * (max(text.count("\n") for text in rows[0]) + 1) if rows else 0.0
        self.room(first + lead * 5)
        if table.caption:
            self.write(table.caption, size, color=self.style.quiet)
            self.y -= 0.05
        self.row(head, widths, between, size, weight="bold")
        for row in rows:
            if self.y - lead * (max(text.count("\n") for text in row) + 1) < _BOTTOM:
                self.turn()
                self.row(head, widths, between, size, weight="bold")
            self.row(row, widths, between, size, plain=not table.head)
        self.y -= _SPACE

    def row(
        self, texts: tuple[str, ...], widths: list[float], between: float, size: float, *, plain: bool = False,
        **look: object,
    ) -> None:  # fmt: skip
        """A row of a table; all columns of a plain one begin at their left."""
        if not texts:
            return
        x = 0.0
        for i, (text, width) in enumerate(zip(texts, widths, strict=True)):
            at_left = i == 0 or plain
            self.put(text, x if at_left else x + width, size, ha="left" if at_left else "right", **look)
            x += width + between
        self.y -= _LINE * size / POINTS * (max(text.count("\n") for text in texts) + 1) + 0.02
        ends = [self.left / self.sheet[0], (self.left + x - between) / self.sheet[0]]
        height = [(self.y + 0.01) / self.sheet[1]] * 2
        self.figures[-1].add_artist(Line2D(ends, height, color=self.style.grid, linewidth=self.style.thin))
        self.y -= 0.03


Texts = tuple[str, ...]


def _fitted(
    table: Table, size: float, style: Style, room: float
) -> tuple[Texts, list[Texts], list[float], float]:  # fmt: skip
    """Head and rows in lines, widths of columns and of gaps (inches): heads are folded, then the widest column."""
    head = tuple(text.replace(" ", "\n") for text in table.head)
    columns = list(zip(*table.rows, strict=True))
    widths = [max(width_of(text, style, size) for text in column) for column in columns]
    if head:
        widths = [max(width, 1.17 * width_of(text, style, size)) for width, text in zip(widths, head, strict=True)]
    widest = 0 if head else len(widths) - 1
    others = sum(width for i, width in enumerate(widths) if i != widest) + _BETWEEN * (len(widths) - 1)
    widths[widest] = min(widths[widest], room - others)
    between = min(_BETWEEN + max(0.0, room - others - widths[widest]) / max(len(widths) - 1, 1), _FAR)
    rows = [
        tuple(folded(text, widths[i], style, size) if i == widest else text for i, text in enumerate(row))
        for row in table.rows
    ]
    return head, rows, widths, between
