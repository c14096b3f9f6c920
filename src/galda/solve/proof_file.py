"""Proof files: the patches of a proof in few bytes, and what they claim.

bytes 0–7      the magic word
bytes 8–19     version, length of the description, checksum of all that follows (three uint32,
               little-endian)
from byte 20   the description, as JSON
then           packed by LZMA: the rows of the sieves, eight bytes a number; the differences
               between the numbers of one listed position and the next, all their lowest bytes
               first, then all the second lowest and so on; a byte for each listed position, how
               many moves are skipped
at last        the bits of the sieves as they are (uint32, little-endian)
"""

from __future__ import annotations

import json
import lzma
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galda.core.errors import GaldaError
from galda.core.play.prover import LayerOfProof, Proof

MAGIC = b"GALDAPF\n"
VERSION = 2
HEAD = len(MAGIC) + 12
SUFFIX = ".proof"


class BadProof(GaldaError):
    """A file that is no proof, or a damaged one."""


def pack(numbers: npt.NDArray[np.int64], skipped: npt.NDArray[np.uint8]) -> tuple[bytes, int]:
    """Patches as bytes, and how many bytes each difference has."""
    steps = np.diff(numbers, prepend=0)
    wide = max(1, -(-int(steps.max(initial=0)).bit_length() // 8))
    columns = steps.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :wide]
    return lzma.compress(columns.T.tobytes() + skipped.tobytes(), preset=9), wide


def unpack(
    packed: bytes, count: int, wide: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """The patches again."""
    plain = np.frombuffer(lzma.decompress(packed), np.uint8)
    if len(plain) != count * (wide + 1):
        raise BadProof("a proof holds another number of patches than it says")
    steps = np.zeros((count, 8), np.uint8)
    steps[:, :wide] = plain[: count * wide].reshape(wide, count).T
    return np.cumsum(steps.view("<u8").reshape(-1).astype(np.int64)), plain[count * wide :].copy()


def write_proof(file: Path, proof: Proof) -> None:
    """Write a proof into a file; it is there as a whole or not at all."""
    listed, wide = pack(proof.numbers, proof.skipped)
    rows = lzma.compress(proof.sieves.astype("<i8").tobytes(), preset=9)
    packed = rows + listed + proof.bits.astype("<u4").tobytes()
    about = {
        "game": proof.game,
        "options": proof.options,
        "choice": proof.choice,
        "network": proof.network,
        "starts": list(proof.starts),
        "wins": proof.wins,
        "layers": [[layer.name, layer.positions, layer.patches] for layer in proof.layers],
        "checksum": f"{proof.checksum:016x}",
        "listed": len(proof.numbers),
        "bytes": wide,
        "sieves": list(proof.sieves.shape),
        "parts": [len(rows), len(listed)],
    }
    text = json.dumps(about).encode()
    numbers = np.array([VERSION, len(text), zlib.crc32(text + packed)], "<u4")
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    part.write_bytes(MAGIC + numbers.tobytes() + text + packed)
    part.replace(file)


def read_proof(file: Path) -> Proof:
    """Read a proof; `BadProof` if the file is none or is damaged."""
    found = file.read_bytes()
    if not found.startswith(MAGIC) or len(found) < HEAD:
        raise BadProof("{file} is no proof", file=file)
    version, length, checksum = np.frombuffer(found[len(MAGIC) : HEAD], "<u4").tolist()
    if version != VERSION:
        raise BadProof(
            "{file} has version {version} of the format; this is for version {known}",
            file=file, version=version, known=VERSION,
        )  # fmt: skip
    if zlib.crc32(found[HEAD:]) != checksum:
        raise BadProof("{file} is damaged: its checksum is not the one written", file=file)
    about: dict[str, Any] = json.loads(found[HEAD : HEAD + length])
    at = np.cumsum([HEAD + length, *about["parts"]]).tolist()
    rows, listed, bits = found[at[0] : at[1]], found[at[1] : at[2]], found[at[2] :]
    numbers, skipped = unpack(listed, about["listed"], about["bytes"])
    sieves = np.frombuffer(lzma.decompress(rows), "<i8").astype(np.int64)
    return Proof(
        game=about["game"], options=about["options"], choice=about["choice"],
        network=about["network"], starts=tuple(about["starts"]), wins=about["wins"],
        layers=tuple(LayerOfProof(*layer) for layer in about["layers"]),
        checksum=int(about["checksum"], 16), numbers=numbers, skipped=skipped,
        sieves=sieves.reshape(about["sieves"]), bits=np.frombuffer(bits, "<u4").astype(np.uint32),
    )  # fmt: skip
