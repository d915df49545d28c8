"""Converts the pictures of `State.svg()` to arrays, without further packages."""

from xml.etree import ElementTree

import numpy
from numpy.typing import NDArray

# Columns of the printable ASCII characters, five bytes each; the lowest bit is the top row.
_COLUMNS = bytes.fromhex(
    "0000000000" "00005F0000" "0007000700" "147F147F14" "242A7F2A12" "2313086462" "3649562050" "0008070300"
    "001C224100" "0041221C00" "2A1C7F1C2A" "08083E0808" "0080703000" "0808080808" "0000606000" "2010080402"
    "3E5149453E" "00427F4000" "7249494946" "2141494D33" "1814127F10" "2745454539" "3C4A494931" "4121110907"
    "3649494936" "464949291E" "0000140000" "0040340000" "0008142241" "1414141414" "0041221408" "0201590906"
    "3E415D594E" "7C1211127C" "7F49494936" "3E41414122" "7F4141413E" "7F49494941" "7F09090901" "3E41415173"
    "7F0808087F" "00417F4100" "2040413F01" "7F08142241" "7F40404040" "7F021C027F" "7F0408107F" "3E4141413E"
    "7F09090906" "3E4151215E" "7F09192946" "2649494932" "03017F0103" "3F4040403F" "1F2040201F" "3F4038403F"
    "6314081463" "0304780403" "6159494D43" "007F414141" "0204081020" "004141417F" "0402010204" "4040404040"
    "0003070800" "2054547840" "7F28444438" "3844444428" "384444287F" "3854545418" "00087E0902" "18A4A49C78"
    "7F08040478" "00447D4000" "2040403D00" "7F10284400" "00417F4000" "7C04780478" "7C08040478" "3844444438"
    "FC18242418" "18242418FC" "7C08040408" "4854545424" "04043F4424" "3C4040207C" "1C2040201C" "3C4030403C"
    "4428102844" "4C9090907C" "4464544C44" "0008364100" "0000770000" "0041360800" "0201020402"
)
# One array of shape (8, 5) for each character.
_LETTERS = ((numpy.frombuffer(_COLUMNS, numpy.uint8).reshape(-1, 1, 5) >> numpy.arange(8)[:, None]) & 1).astype(bool)
_STEP = 6


def size(svg: str) -> tuple[int, int]:
    """Returns the height and width of a picture."""
    root = ElementTree.fromstring(svg)
    return int(root.get("height", 0)), int(root.get("width", 0))


def drawn(svg: str, height: int, width: int) -> NDArray[numpy.uint8]:
    """Returns a picture as a uint8 array of shape (height, width, 3). Parts that do not fit are cut off."""
    image = numpy.full((height, width, 3), 255, numpy.uint8)
    for element in ElementTree.fromstring(svg).iter():
        kind = element.tag.rpartition("}")[2]
        # The origin of the picture is (-1, -1).
        x, y, wide, high, x1, y1, x2, y2 = (
            int(element.get(name, 0)) + (name[0] in "xy") for name in ("x", "y", "width", "height", "x1", "y1", "x2", "y2")
        )
        if kind == "rect":
            image[y : y + high, x : x + wide] = _colour(element.get("stroke") or element.get("fill"))
            image[y + 1 : y + high - 1, x + 1 : x + wide - 1] = _colour(element.get("fill"))
        elif kind == "line":
            points = numpy.linspace((y1, x1), (y2, x2), max(abs(y2 - y1), abs(x2 - x1)) + 1).round().astype(int)
            rows, columns = points[(points < (height, width)).all(axis=1)].T
            image[rows, columns] = _colour(element.get("stroke"))
        elif kind == "text":
            for part in element:
                for letter in part.text or "":
                    number = ord(letter) - 32
                    # Signs of pieces are squares.
                    bits = _LETTERS[number] if number < len(_LETTERS) else numpy.ones((7, 5), bool)
                    place = image[y - 7 : y + 1, x : x + 5]
                    bits = bits[: place.shape[0], : place.shape[1]]
                    place[: len(bits)][bits] = _colour(part.get("fill"))
                    x += _STEP
    return image


def _colour(text: str | None) -> list[int]:
    return list(bytes.fromhex((text or "#000000")[1:]))
