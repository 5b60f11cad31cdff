import { BufferGeometry, Float32BufferAttribute, Group, Matrix4, Mesh, MeshPhysicalMaterial, Vector3 } from 'three';
import { isFaceted, type Metal, type Set } from './design.ts';
import { ball } from './metal/turned.ts';
import type { Surface, Vector } from './metal/surface.ts';
import { dome } from './stones/dome.ts';
import { facetsOf } from './stones/facets.ts';

/** Coordinate frame of a part: `z` is its up, `x` its length. */
export function place(origin: Vector, z: Vector = [0, 0, 1], x?: Vector): Matrix4 {
  const up = new Vector3(...z).normalize();
  const aside = new Vector3(...(x ?? (Math.abs(up.x) < 0.9 ? [1, 0, 0] : [0, 1, 0])));
  aside.addScaledVector(up, -aside.dot(up)).normalize();
  return new Matrix4().makeBasis(aside, new Vector3().crossVectors(up, aside), up).setPosition(...origin);
}

export const moved = (x: number, y: number, z: number): Matrix4 => new Matrix4().makeTranslation(x, y, z);
export const turnedBy = (axis: 'X' | 'Y' | 'Z', angle: number): Matrix4 => new Matrix4()[`makeRotation${axis}`](angle);
/** Matrix product; the last is applied first. */
export const chained = (...matrices: readonly Matrix4[]): Matrix4 =>
  matrices.reduce((product, matrix) => product.clone().multiply(matrix), new Matrix4());

/** The best camera view of a piece, z up; mm and degrees. */
export interface Frame {
  centre: Vector;
  /** Focus point; the centre by default. */
  focus?: Vector;
  /** Close-up: centre, share of the span, elevation. */
  detail?: Vector;
  close?: number;
  detailElevation?: number;
  /** Width of the picture. */
  span: number;
  elevation: number;
  /** Rotation about its vertical axis. */
  turn?: number;
  /** Whether a ring with a head may also lie on its side. */
  lies?: boolean;
  /** Aperture radius divided by focus distance. */
  blur?: number;
  /** Keeps the whole piece in the picture, in the second view too. */
  isWhole?: boolean;
  /** On a display form, which fills the picture: no table is seen. */
  isWorn?: boolean;
  /** Dims the overhead light: flat white metal facing up would mirror it and fade into the background. */
  dim?: boolean;
}

/** Radius in mm up to which a part keeps its shape on a rounded surface. */
const LARGEST_RIGID = 4.3;

/** Share of the picture that a whole piece takes. */
const FILL = 0.78;

interface FrameOptions extends Partial<Frame> {
  elevation: number;
  fill?: number;
}

interface Extent {
  low: number;
  high: number;
}

const rounded = (length: number) => Math.round(length * 10) / 10;

/** Assembles a piece. Materials are names only (`metal_yellow`, `gem_ruby`); the renderer assigns their appearance. */
export class Bench {
  readonly #group = new Group();
  readonly #materials = new Map<string, MeshPhysicalMaterial>();
  /** Equal stones and links share one geometry, which a file then stores once. */
  readonly #stones = new Map<string, BufferGeometry>();

  readonly #tone: Metal;

  constructor(tone: Metal) {
    this.#tone = tone;
  }

  /** The assembled piece, with y up. */
  finished(name: string, frame: Frame): Group {
    const piece = new Group();
    piece.name = name;
    piece.userData.frame = frame;
    this.#group.rotation.x = -Math.PI / 2;
    piece.add(this.#group);
    return piece;
  }

  /** The frame that fits the whole piece at this elevation and turn; other fields are passed through. */
  framed({ elevation, turn = 0, fill = FILL, ...options }: FrameOptions): Frame {
    const [e, t] = [(elevation * Math.PI) / 180, (turn * Math.PI) / 180];
    const [right, up] = [
      new Vector3(Math.cos(t), -Math.sin(t), 0),
      new Vector3(Math.sin(t) * Math.sin(e), Math.cos(t) * Math.sin(e), Math.cos(e)),
    ];
    const [across, along] = [right, up].map((direction) => this.extent(direction)) as [Extent, Extent];
    const span = Math.max(across.high - across.low, along.high - along.low) / fill;
    // Shadows fall towards the viewer, so the piece is placed slightly above the middle.
    const [x, v] = [(across.low + across.high) / 2, (along.low + along.high) / 2 - span * 0.012];
    return {
      centre: [rounded(x), rounded(v * Math.sin(e)), rounded(v * Math.cos(e))],
      elevation,
      turn,
      span: rounded(span),
      isWhole: true,
      ...options,
    };
  }

  /** Range of the piece along a direction. */
  extent(direction: Vector3): Extent {
    const extent = { low: Infinity, high: -Infinity };
    const point = new Vector3();
    for (const mesh of this.#group.children as Mesh[]) {
      const position = mesh.geometry.getAttribute('position');
      // Sampling every third point is enough, and a bangle has a hundred thousand.
      for (let i = 0; i < position.count; i += 3) {
        const at = point.fromBufferAttribute(position, i).applyMatrix4(mesh.matrix).dot(direction);
        extent.low = Math.min(extent.low, at);
        extent.high = Math.max(extent.high, at);
      }
    }
    return extent;
  }

  /** Adds one metal part per place. `finish` names another surface of the same metal. */
  metal(surface: Surface, places: Matrix4 | readonly Matrix4[] = new Matrix4(), finish?: string): void {
    this.#add(smooth(surface), finish ? `metal_${this.#tone}_${finish}` : `metal_${this.#tone}`, places);
  }

  /** Adds one stone per place: its girdle at the origin, its table up. */
  stone(set: Set, places: Matrix4 | readonly Matrix4[]): void {
    const key = isFaceted(set)
      ? `gem ${set.gem} ${set.cut} ${set.size.toFixed(3)}`
      : `${set.stone} ${set.cut} ${set.size.toFixed(3)} ${set.height}`;
    let geometry = this.#stones.get(key);
    if (!geometry) {
      geometry = isFaceted(set)
        ? faceted(facetsOf(set.cut, set.size, { fine: set.size >= 2, coloured: set.gem !== 'diamond' }))
        : smooth(set.cut === 'bead' ? ball(set.size / 2) : dome(set.cut, set.size, set.height));
      this.#stones.set(key, geometry);
    }
    this.#add(geometry, isFaceted(set) ? `gem_${set.gem}` : `stone_${set.stone}`, places);
  }

  /** Moves the parts of another bench into this one. */
  take(other: Bench, at: Matrix4): void {
    for (const mesh of [...other.#group.children]) {
      mesh.applyMatrix4(at);
      this.#group.add(mesh);
    }
  }

  /** A display form under the piece. */
  form(surface: Surface): void {
    this.#add(smooth(surface), 'form_porcelain', new Matrix4());
  }

  move(by: Matrix4): void {
    for (const part of this.#group.children) part.applyMatrix4(by);
  }

  /** Every `stride`th point. */
  *points(stride: number): Generator<Vector> {
    const point = new Vector3();
    for (const mesh of this.#group.children as Mesh[]) {
      const position = mesh.geometry.getAttribute('position');
      for (let i = 0; i < position.count; i += stride) {
        const { x, y, z } = point.fromBufferAttribute(position, i).applyMatrix4(mesh.matrix);
        yield [x, y, z];
      }
    }
  }

  /**
   * Lays what was built flat onto a surface. `onto` is the frame over a place of the plane: small parts are moved into it
   * as they are, long ones bend with the surface.
   */
  bend(onto: (x: number, y: number) => Matrix4): void {
    const point = new Vector3();
    for (const mesh of this.#group.children as Mesh[]) {
      mesh.geometry.computeBoundingSphere();
      const { center, radius } = mesh.geometry.boundingSphere!;
      const middle = center.clone().applyMatrix4(mesh.matrix);
      if (radius < LARGEST_RIGID) {
        mesh.applyMatrix4(
          onto(middle.x, middle.y)
            .clone()
            .multiply(moved(-middle.x, -middle.y, 0)),
        );
        continue;
      }
      const geometry = mesh.geometry.clone().applyMatrix4(mesh.matrix);
      const position = geometry.getAttribute('position');
      for (let i = 0; i < position.count; i++) {
        const { x, y, z } = point.fromBufferAttribute(position, i);
        point.set(0, 0, z).applyMatrix4(onto(x, y));
        position.setXYZ(i, point.x, point.y, point.z);
      }
      geometry.computeVertexNormals();
      mesh.geometry = geometry;
      mesh.matrix.identity();
      mesh.matrix.decompose(mesh.position, mesh.quaternion, mesh.scale);
    }
  }

  #add(geometry: BufferGeometry, material: string, places: Matrix4 | readonly Matrix4[]): void {
    for (const matrix of places instanceof Matrix4 ? [places] : places) {
      const mesh = new Mesh(geometry, this.#material(material));
      mesh.applyMatrix4(matrix);
      this.#group.add(mesh);
    }
  }

  #material(name: string): MeshPhysicalMaterial {
    const known = this.#materials.get(name) ?? new MeshPhysicalMaterial({ name });
    this.#materials.set(name, known);
    return known;
  }
}

/** Flat polygons, each with its own normal. */
function faceted(polygons: readonly (readonly Vector[])[]): BufferGeometry {
  const positions: number[] = [];
  for (const polygon of polygons) {
    for (let i = 1; i < polygon.length - 1; i++) positions.push(...polygon[0]!, ...polygon[i]!, ...polygon[i + 1]!);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function smooth({ points, faces }: Surface): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
  const triangles: number[] = [];
  for (const face of faces) for (let i = 1; i < face.length - 1; i++) triangles.push(face[0]!, face[i]!, face[i + 1]!);
  geometry.setIndex(triangles);
  geometry.computeVertexNormals();
  return geometry;
}
