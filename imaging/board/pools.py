"""Rock pools: rounded patches of water with foam around them, used as frames."""

from __future__ import annotations

from PIL import Image

from imaging.draw.canvas import Canvas, Colour
from imaging.themes.catalog import Theme

EDGE = 9
"""The distance of the water of a :func:`framed` drawing from the edge of its pool, in pixels."""

_RIM = 10
"""The distance of the water from the edge, in units."""

_FRAME_UNIT = EDGE / _RIM
_FRAME_CORNER = 34


def pool(
    size: tuple[int, int],
    rim: Colour,
    water: Colour,
    *,
    unit: float,
    corner: float = 50,
    foam: Colour = Theme.foam,
) -> Image.Image:
    """A pool of ``size`` pixels with a rim, foam and water in these colours, ``RGBA``.

    ``unit`` is the length of one unit in pixels, ``corner`` the radius of its corners in units.
    """
    pen = Canvas(size, unit=unit)
    far, deep = size[0] / 2 / unit, size[1] / 2 / unit
    for inset, paint in ((0, rim), (6, foam), (_RIM, water)):
        pen.box((-far + inset, -deep + inset), (far - inset, deep - inset), corner - inset, paint)
    return pen.finish()


def framed(drawing: Image.Image) -> Image.Image:
    """A pool with a drawing for its water, :data:`EDGE` larger at every side, ``RGBA``."""
    width, height = drawing.size
    size = width + 2 * EDGE, height + 2 * EDGE
    image = pool(size, Theme.wet, Theme.sea_light, unit=_FRAME_UNIT, corner=_FRAME_CORNER)
    image.paste(drawing, (EDGE, EDGE), _opening(drawing.size))
    return image


def _opening(size: tuple[int, int]) -> Image.Image:
    """The mask (``L``) of the visible water, with round corners."""
    pen = Canvas(size, unit=1)
    across, down = size[0] / 2, size[1] / 2
    pen.box((-across, -down), (across, down), (_FRAME_CORNER - _RIM) * _FRAME_UNIT, Theme.foam)
    return pen.finish().getchannel("A")
