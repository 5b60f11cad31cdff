import { type Design, type Frame, type Metal, modelOf } from '@shop/jewellery';
import {
  BackSide,
  Box3,
  BoxGeometry,
  type BufferGeometry,
  Color,
  CubeCamera,
  type CubeTexture,
  CustomBlending,
  DoubleSide,
  Group,
  HalfFloatType,
  InstancedMesh,
  LinearMipmapLinearFilter,
  type Material,
  MaxEquation,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  Sphere,
  type Texture,
  Vector3,
  WebGLCubeRenderTarget,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { gemMaterial, metalMaterial, opaqueMaterial } from './surface-materials.ts';

export interface Stage {
  /** Builds the piece, or changes the metal of the current one. */
  show(design: Design, purity: string | undefined): void;
  /** By degrees: about the vertical axis, and up. */
  turn(about: number, up: number): void;
  /** Zooms in above 1. */
  zoom(by: number): void;
  reset(): void;
  /** Turns once automatically, until the user interacts. */
  present(): void;
  close(): void;
}

const { PI, min, max, sin, cos } = Math;
const RAD = PI / 180;
const FIELD = 24;
const FILL = 0.86;
const MAX_PIXEL_RATIO = 2;
const PRESENT_MS = 4500;
const SLOW_MS = 45;
/** After this long without a frame it counts as still. */
const PAUSE_MS = 500;
const MIN_SHARPNESS = 0.4;
const ELEVATION = { lowest: 2, highest: 85 };
const ZOOM = { least: 0.8, most: 3 };

/**
 * Draws a piece on `canvas`, only on changes, and writes the pose to `data-pose` (degrees about and up, zoom).
 * `onTurning` reports automatic motion. @throws without WebGL
 */
export function openStage(canvas: HTMLCanvasElement, onTurning: (isTurning: boolean) => void): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'low-power' });
  renderer.toneMapping = NeutralToneMapping;
  const scene = new Scene();
  const camera = new PerspectiveCamera(FIELD, 1);
  const room = environmentMap(renderer, softBoxes(), 256);
  const sparks = environmentMap(renderer, sparkleLights(), 128);
  const filter = new PMREMGenerator(renderer);
  const environment = filter.fromCubemap(room.texture);
  filter.dispose();
  scene.environment = environment.texture;
  scene.environmentIntensity = 1.3;

  const table = new Group();
  scene.add(table);
  let form: string | undefined;
  let radius = 1;
  let start = { about: 0, up: 25 };
  let pose = { about: 0, up: 25, zoom: 1 };
  let frame = 0;
  let presenting: number | undefined;
  // On slow devices, motion is rendered at lower resolution; still frames at full resolution.
  let sharpness = 1;
  let last = 0;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const sharpen = (to: number) => {
    sharpness = to;
    const { clientWidth, clientHeight } = canvas;
    renderer.setPixelRatio(min(devicePixelRatio, MAX_PIXEL_RATIO) * sharpness);
    renderer.setSize(clientWidth, clientHeight, false);
  };

  const draw = (now: number) => {
    frame = 0;
    const took = now - last;
    last = now;
    if (took > SLOW_MS && took < PAUSE_MS && sharpness > MIN_SHARPNESS) sharpen(max(MIN_SHARPNESS, sharpness * 0.7));
    clearTimeout(settling);
    if (sharpness < 1) {
      settling = setTimeout(() => {
        sharpen(1);
        last = 0;
        wanted();
      }, PAUSE_MS);
    }
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
    canvas.dataset.pose = [pose.about, pose.up, pose.zoom].map((value) => value.toFixed(2)).join(' ');
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
    sharpen(sharpness);
    camera.aspect = clientWidth / clientHeight;
    wanted();
  };
  const observer = new ResizeObserver(fit);
  observer.observe(canvas);

  let shadow: WebGLRenderTarget | undefined;
  const clear = () => {
    table.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.geometry.dispose();
      (part.material as Material).dispose();
      if (part instanceof InstancedMesh) part.dispose();
    });
    table.clear();
    shadow?.dispose();
  };

  return {
    show(design, purity) {
      const next = JSON.stringify({ ...design, metal: undefined });
      if (next === form) {
        recolour(table, design.metal, purity);
        return wanted();
      }
      const piece = withMaterials(modelOf(design), design.metal, purity, room.texture, sparks.texture);
      clear();
      table.add(piece);
      form = next;
      const { elevation, turn = 0 } = piece.userData.frame as Frame;
      start = { about: turn, up: max(elevation, 12) };
      pose = { ...start, zoom: 1 };
      const { radius: far, low } = centred(piece);
      radius = far;
      shadow = shadowOf(renderer, piece, far * SPREAD, low);
      table.add(ground(shadow.texture, far * SPREAD, low));
      wanted();
    },
    turn(about, up) {
      stop();
      pose.about += about;
      pose.up = min(ELEVATION.highest, max(ELEVATION.lowest, pose.up + up));
      wanted();
    },
    zoom(by) {
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
      clearTimeout(settling);
      observer.disconnect();
      clear();
      for (const target of [room, sparks, environment]) target.dispose();
      renderer.dispose();
      // Browsers limit contexts to about sixteen and evict the oldest.
      renderer.forceContextLoss();
    },
  };
}

/** The model with materials assigned by name; repeated parts become instances. */
function withMaterials(
  model: Group,
  tone: Metal,
  purity: string | undefined,
  room: CubeTexture,
  sparks: CubeTexture,
): Group {
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
      ? gemMaterial(name, geometry, room, sparks)
      : name.startsWith('stone_')
        ? opaqueMaterial(name)
        : (metals.get(name) ?? metals.set(name, metalMaterial(name, tone, purity)).get(name)!);
    const drawn = new InstancedMesh(geometry, look, parts.length);
    parts.forEach((part, i) => drawn.setMatrixAt(i, part.matrixWorld));
    drawn.frustumCulled = false;
    piece.add(drawn);
  }
  return piece;
}

/** Centres the piece; returns its radius and lowest point. */
function centred(piece: Group): { radius: number; low: number } {
  const box = new Box3().setFromObject(piece);
  piece.position.copy(box.getCenter(new Vector3())).negate();
  return { radius: box.getBoundingSphere(new Sphere()).radius, low: -box.getSize(new Vector3()).y / 2 };
}

/** Maximum width of the shadow relative to the piece. */
const SPREAD = 1.5;
const SHADOW_PIXELS = 256;

/** A soft contact shadow: the piece from above, fainter the higher it is, blurred, rendered once. */
function shadowOf(renderer: WebGLRenderer, piece: Group, half: number, low: number): WebGLRenderTarget {
  const above = new OrthographicCamera(-half, half, half, -half, 0, half * 4);
  above.position.y = half * 2;
  above.up.set(0, 0, -1);
  above.lookAt(0, 0, 0);
  const outline = new WebGLRenderTarget(SHADOW_PIXELS, SHADOW_PIXELS);
  const blurred = new WebGLRenderTarget(SHADOW_PIXELS, SHADOW_PIXELS);
  const seen = new Scene();
  seen.overrideMaterial = new ShaderMaterial({
    ...NEARNESS,
    uniforms: { height: { value: 2 * Math.abs(low) } },
    // The lowest counts, wherever something is above it.
    depthTest: false,
    blending: CustomBlending,
    blendEquation: MaxEquation,
  });
  const home = piece.parent;
  seen.add(piece);
  renderer.setRenderTarget(outline);
  renderer.render(seen, above);
  home?.add(piece);
  const whole = new Mesh(
    new PlaneGeometry(2, 2),
    new ShaderMaterial({ ...BLUR, uniforms: { outline: { value: outline.texture } } }),
  );
  whole.frustumCulled = false;
  renderer.setRenderTarget(blurred);
  renderer.render(whole, above);
  renderer.setRenderTarget(null);
  for (const done of [outline, seen.overrideMaterial, whole.geometry, whole.material]) done.dispose();
  return blurred;
}

function ground(shade: Texture, half: number, low: number): Mesh {
  const plane = new Mesh(
    new PlaneGeometry(half * 2, half * 2),
    new ShaderMaterial({ ...GROUND, uniforms: { shade: { value: shade } } }),
  );
  plane.rotation.x = -PI / 2;
  plane.position.y = low - half * 0.004;
  plane.renderOrder = -1;
  return plane;
}

function recolour(table: Group, tone: Metal, purity: string | undefined): void {
  table.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const old = part.material as Material;
    if (!old.name.startsWith('metal_')) return;
    part.material = metalMaterial(old.name, tone, purity);
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

/** A studio light tent: large soft lights, and black cards that give metal its edges. */
function softBoxes(): Scene {
  const scene = new Scene();
  const walls = new Mesh(new BoxGeometry(20, 20, 20), [
    ...[0.52, 0.46, 0.85, 0.62, 0.5, 0.62].map((light) => {
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

/** The environment seen through stones: alternating bright and dark, because otherwise they look like glass. */
function sparkleLights(): Scene {
  const scene = new Scene();
  const wall = grey(0.5);
  wall.side = BackSide;
  scene.add(new Mesh(new BoxGeometry(20, 20, 20), wall));
  const golden = PI * (3 - Math.sqrt(5));
  for (let i = 0; i < 90; i++) {
    const y = 1 - (2 * (i + 0.5)) / 90;
    const around = Math.sqrt(1 - y * y);
    const at = new Vector3(cos(i * golden) * around, y, sin(i * golden) * around).multiplyScalar(9);
    // Lighter from above, darker from below, and neighbours differ.
    const light = [0.03, 1.5, 0.5, 4.2, 0.08, 0.9, 2.4][(i * 5) % 7]! * (y > -0.2 ? 1.1 : 0.5);
    scene.add(box(2.1, 2.1, at.x, at.y, at.z, light));
  }
  return scene;
}

function environmentMap(renderer: WebGLRenderer, scene: Scene, size: number): WebGLCubeRenderTarget {
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

/** Of a centred piece: 1 on the ground, less above; red fades sooner than green. */
const NEARNESS = {
  vertexShader: /* glsl */ `
    varying float vUp;
    void main() {
      vec4 at = vec4(position, 1.0);
      #ifdef USE_INSTANCING
        at = instanceMatrix * at;
      #endif
      at = modelMatrix * at;
      vUp = at.y;
      gl_Position = projectionMatrix * viewMatrix * at;
    }
  `,
  fragmentShader: /* glsl */ `
    uniform float height;
    varying float vUp;
    void main() {
      float far = clamp(vUp / height + 0.5, 0.0, 1.0);
      gl_FragColor = vec4(pow(1.0 - far, 4.0), 1.0 - 0.8 * far, 0.0, 1.0);
    }
  `,
};
const ACROSS = `varying vec2 vAt; void main() { vAt = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`;
const BLUR = {
  depthTest: false,
  vertexShader: ACROSS,
  fragmentShader: /* glsl */ `
    uniform sampler2D outline;
    varying vec2 vAt;
    void main() {
      // Close by and farther away: dark where the piece touches, with a wide soft rim.
      vec2 sum = vec2(0.0);
      for (int x = -8; x <= 8; x++) for (int y = -8; y <= 8; y++) {
        vec2 step = vec2(x, y) / 8.0;
        float weight = exp(-2.2 * dot(step, step));
        sum += weight * vec2(texture2D(outline, vAt + step * 0.022).r, texture2D(outline, vAt + step * 0.085).g);
      }
      gl_FragColor = vec4(sum / 91.0, 0.0, 1.0);
    }
  `,
};
const GROUND = {
  transparent: true,
  depthWrite: false,
  vertexShader: `varying vec2 vAt; void main() { vAt = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
  fragmentShader: `uniform sampler2D shade; varying vec2 vAt; void main() { vec2 dark = texture2D(shade, vAt).rg; gl_FragColor = vec4(0.13, 0.09, 0.04, min(0.6, 0.42 * dark.x + 0.5 * dark.y)); }`,
};
