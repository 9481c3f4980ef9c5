"""Screenshots and their comparison with stored ones.

A stored picture is the page at a quarter of its size, in 64 colours: 2 KB, or 35 KB for a page of
8,700 px. Both pictures are blurred before they are compared, so that the edges of letters count
little. They differ

- in size, if a side differs by more than 2 % and 8 px of the page;
- in all, if the mean difference of the colours exceeds MEAN of 255;
- in one place, if that of a tile of 8 × 8 px (32 × 32 px of the page) exceeds TILE. It is looked at
  only where the sizes are equal, as what follows a line that broke elsewhere is moved.

The worst tile, measured: the same page 16, because of the rounded colours. Of the four variants of
Samples/good.html: moved by 1 px 7, in DejaVu Serif 10, with letters 0.2 px further apart 12,
without one small label 16, a bar 10 % shorter 30, in a font in which other words fit a line 107,
a bar of another colour 119, without a bar 225. So letters may look different, and a lost word is
not noticed; what fits a line, shapes and larger areas of colour are compared.
"""

import base64
import io
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter, ImageStat

STORED = Path(__file__).parent / "Screenshots"
TALLEST = 12_000
MEAN = 6
TILE = 30


def reduced(png):
    """A screenshot (PNG in base64) as it is stored."""
    return Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB").reduce(4)


def save(png, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(png))


def store(picture, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    # Of the methods, the one that keeps the colours of small areas.
    picture.quantize(64, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        path, optimize=True
    )


def difference(picture, path):
    """What is different from a stored picture, or None."""
    with Image.open(path) as file:
        stored = file.convert("RGB")
    for side, now, then in zip(("wide", "high"), picture.size, stored.size):
        if abs(now - then) > max(2, 0.02 * then):
            return f"{now * 4} px {side}, stored {then * 4}"
    has_same_size = picture.size == stored.size
    if not has_same_size:
        picture = picture.resize(stored.size)
    blur = ImageFilter.GaussianBlur(2)
    apart = ImageChops.difference(picture.filter(blur), stored.filter(blur))
    mean = max(ImageStat.Stat(apart).mean)
    if mean > MEAN:
        return f"colours differ by {mean:.1f} of 255, more than {MEAN}"
    if has_same_size:
        width, height = apart.size
        tiles = apart.resize((max(1, width // 8), max(1, height // 8)), Image.Resampling.BOX)
        grid = [max(pixel) for pixel in tiles.getdata()]
        worst = max(grid)
        if worst > TILE:
            row, column = divmod(grid.index(worst), tiles.width)
            return (
                f"colours differ by {worst} of 255, more than {TILE}, "
                f"around {column * 32 + 16}, {row * 32 + 16}"
            )
    return None
