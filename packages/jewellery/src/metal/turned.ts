import { skin, type Surface, type Vector } from './surface.ts';

const { cos, hypot, min, PI, sin } = Math;

/** Distance from the axis, and height. */
export type ProfilePoint = readonly [r: number, z: number];

/** A profile revolved about the z axis. */
export function turned(profile: readonly ProfilePoint[], segments = 64): Surface {
  return skin(
    profile.map(([r, z]) =>
      Array.from({ length: segments }, (_, j): Vector => {
        const a = (2 * PI * j) / segments;
        return [r * cos(a), r * sin(a), z];
      }),
    ),
  );
}

/** Rounds the corners of an open profile by `radius`: only rounded edges catch light. */
export function softened(profile: readonly ProfilePoint[], radius = 0.08, steps = 4): ProfilePoint[] {
  const soft: ProfilePoint[] = [profile[0]!];
  for (let i = 1; i < profile.length - 1; i++) {
    const [a, b, c] = [profile[i - 1]!, profile[i]!, profile[i + 1]!];
    const [before, after] = [hypot(a[0] - b[0], a[1] - b[1]), hypot(c[0] - b[0], c[1] - b[1])];
    const q = min(radius, before * 0.45, after * 0.45);
    const from: ProfilePoint = [b[0] + ((a[0] - b[0]) / before) * q, b[1] + ((a[1] - b[1]) / before) * q];
    const to: ProfilePoint = [b[0] + ((c[0] - b[0]) / after) * q, b[1] + ((c[1] - b[1]) / after) * q];
    for (let j = 0; j <= steps; j++) {
      const t = j / steps;
      soft.push([
        from[0] * (1 - t) ** 2 + b[0] * 2 * t * (1 - t) + to[0] * t * t,
        from[1] * (1 - t) ** 2 + b[1] * 2 * t * (1 - t) + to[1] * t * t,
      ]);
    }
  }
  return [...soft, profile.at(-1)!];
}

export function ball(radius: number, segments = 40): Surface {
  const half = segments / 2;
  return turned(
    Array.from({ length: half + 1 }, (_, i) => {
      const a = PI - (PI * i) / half;
      return [Math.max(radius * sin(a), 1e-5), radius * cos(a)] as const;
    }),
    segments,
  );
}
