import { randomFrom } from '../random.ts';

/** Dents of a planishing hammer: shallow irregular bowls. `radius` and `width` of the band in mm. */
export function hammered(radius: number, width: number, depth = 0.09): (angle: number, across: number) => number {
  const random = randomFrom(7);
  const columns = Math.round((2 * Math.PI * radius) / 1.5);
  const rows = Math.max(2, Math.round(width / 1.3));
  const blows = Array.from({ length: columns * rows }, (_, i) => ({
    angle: ((2 * Math.PI) / columns) * (Math.floor(i / rows) + 0.5 * (i % 2) + (random() - 0.5) * 0.7),
    across: (((i % rows) + 0.5 + (random() - 0.5) * 0.7) / rows) * 2 - 1,
    size: 0.85 + random() * 0.35,
    depth: depth * (0.6 + random() * 0.6),
  }));
  return (angle, across) => {
    let deepest = 0;
    for (const blow of blows) {
      let turn = angle - blow.angle;
      turn -= 2 * Math.PI * Math.round(turn / (2 * Math.PI));
      const dx = turn * radius;
      if (Math.abs(dx) > 2) continue;
      const dy = (across - blow.across) * (width / 2);
      const q = (dx * dx + dy * dy) / (blow.size * blow.size);
      if (q < 1) deepest = Math.max(deepest, blow.depth * (1 - q));
    }
    return -deepest;
  };
}
