// A picture with a palette of 256 colours, as PNG: a third of the size of a screenshot, and the eye sees no difference.
import { crc32, deflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row; alpha is ignored. */
  readonly data: Uint8Array;
}

/** Colours nearer to each other than this, squared, share a place in the palette: text has many hardly different edges. */
const apart = 30;

export function encodePng({ width, height, data }: Picture): Buffer {
  const view = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const colourAt = (pixel: number) => view.readUIntBE(pixel * 4, 3);

  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel++) {
    const colour = colourAt(pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = choosePalette(counts);

  // Each row begins with its filter: none. Few colours in long runs deflate best as they are.
  const rows = Buffer.alloc(height * (width + 1));
  const places = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel++) {
    const colour = colourAt(pixel);
    let place = places.get(colour);
    if (place === undefined) {
      place = nearest(colour, palette).place;
      places.set(colour, place);
    }
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = place;
  }

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits per pixel, palette
  const colours = Buffer.alloc(palette.length * 3);
  for (const [place, colour] of palette.entries()) colours.writeUIntBE(colour, place * 3, 3);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The most frequent colours, each at some distance from the others. */
function choosePalette(counts: ReadonlyMap<number, number>): number[] {
  const palette: number[] = [];
  for (const [colour] of [...counts].sort(([, a], [, b]) => b - a)) {
    if (palette.length === 256) break;
    if (nearest(colour, palette).distance >= apart || (counts.get(colour) ?? 0) > 1000) palette.push(colour);
  }
  return palette;
}

function nearest(colour: number, palette: readonly number[]): { place: number; distance: number } {
  let found = { place: 0, distance: Number.POSITIVE_INFINITY };
  for (const [place, other] of palette.entries()) {
    let distance = 0;
    for (const shift of [16, 8, 0]) distance += (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2;
    if (distance < found.distance) found = { place, distance };
  }
  return found;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
