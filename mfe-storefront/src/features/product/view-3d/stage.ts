import { type Design, type Frame, type Metal, modelOf } from '@shop/jewellery';
import {
  BackSide,
  Box3,
  BoxGeometry,
  type BufferGeometry,
  Color,
  CubeCamera,
  type CubeTexture,
  DoubleSide,
  Group,
  HalfFloatType,
  InstancedMesh,
  LinearMipmapLinearFilter,
  type Material,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  Sphere,
  Vector3,
  WebGLCubeRenderTarget,
  WebGLRenderer,
} from 'three';
import { gemLook, metalLook, opaqueLook } from './looks.ts';

export interface Stage {
  /** Builds the piece, or gives the one that stands there another metal. */
  show(design: Design, purity: string | undefined): void;
  /** By so many degrees: about the vertical, and up. */
  turn(about: number, up: number): void;
  /** Nearer above 1. */
  approach(by: number): void;
  reset(): void;
  /** Goes once around by itself, until somebody turns it. */
  present(): void;
  close(): void;
}

const { PI, min, max, sin, cos } = Math;
const RAD = PI / 180;
const FIELD = 24;
const FILL = 0.86;
const MAX_PIXEL_RATIO = 2;
const PRESENT_MS = 4500;
const ELEVATION = { lowest: 2, highest: 85 };
const ZOOM = { least: 0.8, most: 3 };

/** Draws a piece on `canvas`, only when something changed. Throws where there is no WebGL. `onTurning` tells when it moves by itself. */
export function openStage(canvas: HTMLCanvasElement, onTurning: (isTurning: boolean) => void): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'low-power' });
  renderer.toneMapping = NeutralToneMapping;
  const scene = new Scene();
  const camera = new PerspectiveCamera(FIELD, 1);
  const room = surroundings(renderer, softBoxes(), 256);
  const sparks = surroundings(renderer, manyLights(), 128);
  const filter = new PMREMGenerator(renderer);
  const environment = filter.fromCubemap(room.texture);
  filter.dispose();
  scene.environment = environment.texture;

  const table = new Group();
  scene.add(table);
  const shadow = new Mesh(new PlaneGeometry(2, 2), new ShaderMaterial(SHADOW));
  shadow.rotation.x = -PI / 2;
  shadow.renderOrder = -1;
  scene.add(shadow);

  let form: string | undefined;
  let radius = 1;
  let start = { about: 0, up: 25 };
  let pose = { about: 0, up: 25, zoom: 1 };
  let frame = 0;
  let presenting: number | undefined;

  const draw = (now: number) => {
    frame = 0;
    if (presenting !== undefined) {
      const part = min(1, (now - presenting) / PRESENT_MS);
      pose.about = start.about + 360 * (part * part * (3 - 2 * part));
      if (part < 1) wanted();
      else stop();
    }
    const distance = radius / FILL / sin((FIELD / 2) * RAD) / pose.zoom;
    const up = pose.up * RAD;
    camera.position.set(0, distance * sin(up), distance * cos(up));
    camera.near = distance / 50;
    camera.far = distance * 4;
    camera.lookAt(0, 0, 0);
    camera.updateProjectionMatrix();
    table.rotation.y = pose.about * RAD;
    renderer.render(scene, camera);
  };
  const wanted = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const stop = () => {
    if (presenting === undefined) return;
    presenting = undefined;
    onTurning(false);
  };

  const fit = () => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0) return;
    renderer.setPixelRatio(min(devicePixelRatio, MAX_PIXEL_RATIO));
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    wanted();
  };
  const observer = new ResizeObserver(fit);
  observer.observe(canvas);

  const clear = () => {
    table.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.geometry.dispose();
      (part.material as Material).dispose();
      if (part instanceof InstancedMesh) part.dispose();
    });
    table.clear();
  };

  return {
    show(design, purity) {
      const next = JSON.stringify({ ...design, metal: undefined });
      if (next === form) {
        recolour(table, design.metal, purity);
        return wanted();
      }
      const piece = dressed(modelOf(design), design.metal, purity, room.texture, sparks.texture);
      clear();
      table.add(piece);
      form = next;
      const { elevation, turn = 0 } = piece.userData.frame as Frame;
      start = { about: -turn, up: max(elevation, 12) };
      pose = { ...start, zoom: 1 };
      radius = centred(piece, shadow);
      wanted();
    },
    turn(about, up) {
      stop();
      pose.about += about;
      pose.up = min(ELEVATION.highest, max(ELEVATION.lowest, pose.up + up));
      wanted();
    },
    approach(by) {
      stop();
      pose.zoom = min(ZOOM.most, max(ZOOM.least, pose.zoom * by));
      wanted();
    },
    reset() {
      stop();
      pose = { ...start, zoom: 1 };
      wanted();
    },
    present() {
      presenting = performance.now();
      onTurning(true);
      wanted();
    },
    close() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      clear();
      shadow.geometry.dispose();
      shadow.material.dispose();
      for (const target of [room, sparks, environment]) target.dispose();
      renderer.dispose();
      // Browsers allow some sixteen contexts and take back the oldest by force.
      renderer.forceContextLoss();
    },
  };
}

/** The model with looks in place of names, and what is there many times drawn at once. */
function dressed(model: Group, tone: Metal, purity: string | undefined, room: CubeTexture, sparks: CubeTexture): Group {
  model.updateMatrixWorld(true);
  const alike = new Map<BufferGeometry, Mesh[]>();
  model.traverse((part) => {
    if (part instanceof Mesh) alike.set(part.geometry, [...(alike.get(part.geometry) ?? []), part]);
  });
  const piece = new Group();
  piece.userData.frame = model.userData.frame;
  const metals = new Map<string, Material>();
  for (const [geometry, parts] of alike) {
    const { name } = parts[0]!.material as Material;
    const look = name.startsWith('gem_')
      ? gemLook(name, geometry, room, sparks)
      : name.startsWith('stone_')
        ? opaqueLook(name)
        : (metals.get(name) ?? metals.set(name, metalLook(name, tone, purity)).get(name)!);
    const drawn = new InstancedMesh(geometry, look, parts.length);
    parts.forEach((part, i) => drawn.setMatrixAt(i, part.matrixWorld));
    drawn.frustumCulled = false;
    piece.add(drawn);
  }
  return piece;
}

/** Stands the piece in the middle with its shadow below it; answers the radius of what has to be seen. */
function centred(piece: Group, shadow: Mesh): number {
  const box = new Box3().setFromObject(piece);
  const centre = box.getCenter(new Vector3());
  const size = box.getSize(new Vector3());
  piece.position.copy(centre).negate();
  shadow.position.y = -size.y / 2;
  // Never smaller than what stands over it, seen from any side.
  const wide = max(size.x, size.z) * 0.5;
  shadow.scale.setScalar(wide + size.y * 0.35);
  return box.getBoundingSphere(new Sphere()).radius;
}

function recolour(table: Group, tone: Metal, purity: string | undefined): void {
  table.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const old = part.material as Material;
    if (!old.name.startsWith('metal_')) return;
    part.material = metalLook(old.name, tone, purity);
    old.dispose();
  });
}

const grey = (light: number, warm = 1) =>
  new MeshBasicMaterial({ color: new Color(light, light * warm, light * warm ** 2), side: DoubleSide });

function box(width: number, height: number, x: number, y: number, z: number, light: number, warm = 1): Mesh {
  const card = new Mesh(new PlaneGeometry(width, height), grey(light, warm));
  card.position.set(x, y, z);
  card.lookAt(0, 0, 0);
  return card;
}

/** A photographer's tent: large soft lights, and black cards that give metal its edges. */
function softBoxes(): Scene {
  const scene = new Scene();
  const walls = new Mesh(new BoxGeometry(20, 20, 20), [
    ...[0.42, 0.36, 0.75, 0.3, 0.4, 0.5].map((light) => {
      const wall = grey(light, 0.97);
      wall.side = BackSide;
      return wall;
    }),
  ]);
  scene.add(
    walls,
    box(9, 7, 0, 9, 1, 3.4),
    box(4, 9, -9, 3, 3, 2.6),
    box(3, 9, 9, 2, 2, 2.2, 0.98),
    box(7, 2.5, 0, 3.5, 9, 2),
    box(5, 3, 2, 4, -9, 1.6),
    box(1.6, 8, -5.5, 1, 7.6, 0.02),
    box(1.6, 8, 6, 1, 7, 0.03),
    box(2.4, 9, -7, 2, -6, 0.02),
    box(2.4, 9, 7.4, 2, -5, 0.03),
    box(12, 1.4, 0, -1.2, 9.4, 0.05),
  );
  return scene;
}

/** What is seen through a stone: bright and dark in turns, or it would look like glass. */
function manyLights(): Scene {
  const scene = new Scene();
  const wall = grey(0.34);
  wall.side = BackSide;
  scene.add(new Mesh(new BoxGeometry(20, 20, 20), wall));
  const golden = PI * (3 - Math.sqrt(5));
  for (let i = 0; i < 90; i++) {
    const y = 1 - (2 * (i + 0.5)) / 90;
    const around = Math.sqrt(1 - y * y);
    const at = new Vector3(cos(i * golden) * around, y, sin(i * golden) * around).multiplyScalar(9);
    // From above it is lighter, from below darker, and no two neighbours are alike.
    const light = [0.03, 1.5, 0.5, 4.2, 0.08, 0.9, 2.4][(i * 5) % 7]! * (y > -0.2 ? 1 : 0.35);
    scene.add(box(2.1, 2.1, at.x, at.y, at.z, light));
  }
  return scene;
}

function surroundings(renderer: WebGLRenderer, scene: Scene, size: number): WebGLCubeRenderTarget {
  const target = new WebGLCubeRenderTarget(size, {
    type: HalfFloatType,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
  });
  new CubeCamera(0.1, 50, target).update(renderer, scene);
  scene.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat() as Material[]) material.dispose();
  });
  return target;
}

/** A soft round shadow, drawn on nothing else than the page behind. */
const SHADOW = {
  transparent: true,
  depthWrite: false,
  vertexShader: `varying vec2 vAt; void main() { vAt = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
  fragmentShader: `varying vec2 vAt; void main() { float near = 1.0 - clamp(length(vAt), 0.0, 1.0); gl_FragColor = vec4(0.12, 0.09, 0.05, 0.34 * near * near); }`,
};
