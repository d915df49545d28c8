#!/usr/bin/env python3
"""Writes a network file with 16-bit numbers, which halves its size.

The header and the order of the numbers do not change; each number is rounded to the nearest 16-bit number.
"""

import argparse
import json
import struct
import sys
from pathlib import Path


def halved(content):
    """Returns the bytes of the file with 16-bit numbers."""
    (length,) = struct.unpack("<Q", content[:8])
    header = json.loads(content[8 : 8 + length])
    numbers = content[8 + length :]
    parts, start = [], 0
    tensors = {name: tensor for name, tensor in header.items() if name != "__metadata__"}
    for _, tensor in sorted(tensors.items(), key=lambda item: item[1]["data_offsets"][0]):
        if tensor["dtype"] != "F32":
            raise ValueError(f"its numbers are {tensor['dtype']}; expected F32")
        first, end = tensor["data_offsets"]
        count = (end - first) // 4
        part = struct.pack(f"<{count}e", *struct.unpack(f"<{count}f", numbers[first:end]))
        parts.append(part)
        tensor["dtype"] = "F16"
        tensor["data_offsets"] = [start, start + len(part)]
        start += len(part)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(parts)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="example: scripts/halve_network.py results/mine/net.safetensors bots/mine.safetensors",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("network", type=Path, help="network file from portolan learn")
    parser.add_argument("out", type=Path, help="output file")
    given = parser.parse_args()
    try:
        given.out.write_bytes(halved(given.network.read_bytes()))
    except (OSError, ValueError, KeyError, struct.error) as error:
        sys.exit(f"error: {given.network}: {error}")


if __name__ == "__main__":
    main()
