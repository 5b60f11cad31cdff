import type { Cut } from '../design.ts';
import { skin, type Surface, type Vector } from '../metal/surface.ts';
import { along, outlineOf } from './outline.ts';

/** A cabochon: domed above the girdle, slightly rounded below. `height` is that of the dome, per mm of `size`. */
export function dome(cut: Cut, size: number, height = 0.34): Surface {
  const outline = along(outlineOf(cut), size, 96);
  const ring = (scale: number, z: number) => outline.map(([x, y]): Vector => [x * scale, y * scale, z]);
  const STEPS = 14;
  const rings = [ring(0.001, -0.1 * size), ring(0.8, -0.1 * size), ring(0.95, -0.07 * size)];
  for (let i = 0; i <= STEPS; i++) {
    const a = ((Math.PI / 2) * i) / STEPS;
    rings.push(ring(Math.max(Math.cos(a), 0.001), height * size * Math.sin(a)));
  }
  return skin(rings);
}
