import { skin, type Surface, type Vector } from './surface.ts';
import { softened, turned } from './turned.ts';

const { cos, PI, sin } = Math;

/** A round plate with soft edges and a raised rim; `dished` is the depth of the middle below the rim. */
export const disc = (radius: number, thickness = 1.1, dished = 0.2, segments = 128): Surface =>
  turned(
    softened(
      [
        [0.001, -thickness / 2],
        [radius - 0.25, -thickness / 2],
        [radius, -thickness / 4],
        [radius, thickness / 4],
        [radius - 0.25, thickness / 2],
        [radius - 0.9, thickness / 2],
        [radius - 1.05, thickness / 2 - dished],
        [0.001, thickness / 2 - dished * 0.6],
      ],
      0.12,
      5,
    ),
    segments,
  );

/** A pillow over an outline: thick in the middle, thin at the edge. Petals, leaves, lockets. */
export function pillow(
  outline: readonly (readonly [number, number])[],
  height: number,
  below = height * 0.4,
  steps = 12,
): Surface {
  const ring = (scale: number, z: number) => outline.map(([x, y]): Vector => [x * scale, y * scale, z]);
  const rings: Vector[][] = [];
  for (let i = 0; i <= steps; i++) {
    const a = (PI / 2) * (i / steps);
    rings.push(ring(Math.max(sin(a), 0.001), -below * cos(a)));
  }
  for (let i = 1; i <= steps; i++) {
    const a = (PI / 2) * (i / steps);
    rings.push(ring(Math.max(cos(a), 0.001), height * sin(a)));
  }
  return skin(rings);
}

/** A pointed petal along +x from the middle, `length` × `width`. */
export const petalOutline = (length: number, width: number, count = 64): [number, number][] =>
  Array.from({ length: count }, (_, i) => {
    const t = (2 * PI * i) / count;
    const x = cos(t);
    const taper = (1 - 0.25 * x) * Math.sqrt(Math.max(0, 1 - Math.abs(x) ** 2.4));
    return [(x * length) / 2, (Math.sign(sin(t)) * taper * width) / 2];
  });

export const ellipse = (length: number, width: number): [number, number][] =>
  Array.from({ length: 96 }, (_, i) => [(length / 2) * cos((2 * PI * i) / 96), (width / 2) * sin((2 * PI * i) / 96)]);

/** A crescent that opens to +x. */
export function crescent(radius: number, width: number): [number, number][] {
  const opening = 0.62;
  const outer = Array.from({ length: 60 }, (_, i): [number, number] => {
    const a = opening + ((2 * PI - 2 * opening) * i) / 59;
    return [radius * cos(a), radius * sin(a)];
  });
  const inner = Array.from({ length: 60 }, (_, i): [number, number] => {
    const a = opening + ((2 * PI - 2 * opening) * (59 - i)) / 59;
    const thin = width * Math.sin((PI * (59 - i)) / 59) ** 0.9;
    return [(radius - thin) * cos(a), (radius - thin) * sin(a)];
  });
  return [...outer, ...inner.slice(1, -1)];
}
