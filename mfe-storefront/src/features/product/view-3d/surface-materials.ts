import type { Gem, Metal, Opaque } from '@shop/jewellery';
import {
  type BufferGeometry,
  Color,
  type CubeTexture,
  type Material,
  MeshPhysicalMaterial,
  type MeshPhysicalMaterialParameters,
  MeshStandardMaterial,
  ShaderMaterial,
  Vector3,
  Vector4,
} from 'three';

/** Linear reflectance; the values of the studio's photographs, gold of 18 carats. */
const METALS: Record<Metal, [number, number, number]> = {
  yellow: [1, 0.725, 0.365],
  rose: [0.97, 0.62, 0.47],
  white: [0.87, 0.85, 0.81],
  platinum: [0.8, 0.79, 0.775],
  silver: [0.96, 0.95, 0.93],
  oxidised: [0.3, 0.295, 0.285],
};
/** Alloys with less gold are paler, those with more are deeper. */
const PURITIES: Record<string, Partial<Record<Metal, [number, number, number]>>> = {
  '14K': { yellow: [0.96, 0.755, 0.46], rose: [0.94, 0.67, 0.55] },
  '22K': { yellow: [1, 0.68, 0.27], rose: [0.97, 0.56, 0.38] },
};
const ROUGHNESS: Record<string, number> = { brushed: 0.34, antique: 0.26 };

/** Index of refraction, dispersion, and absorption of red, green and blue across the stone. */
const GEMS: Record<Gem, [index: number, dispersion: number, absorbed: [number, number, number]]> = {
  diamond: [2.417, 0.04, [0, 0, 0]],
  ruby: [1.766, 0.018, [0.42, 4.4, 2.7]],
  sapphire: [1.766, 0.018, [3, 1.75, 0.62]],
  'pink-sapphire': [1.766, 0.018, [0.06, 1.25, 0.55]],
  emerald: [1.58, 0.014, [4.6, 1, 2.15]],
  morganite: [1.585, 0.014, [0.03, 0.36, 0.25]],
  amethyst: [1.545, 0.013, [0.5, 1.3, 0.25]],
  citrine: [1.545, 0.013, [0.05, 0.35, 1.6]],
  aquamarine: [1.577, 0.014, [0.42, 0.1, 0.05]],
  topaz: [1.61, 0.014, [0.95, 0.26, 0.06]],
  peridot: [1.67, 0.02, [0.75, 0.18, 1.9]],
  garnet: [1.76, 0.024, [0.35, 3.2, 2.6]],
};

const OPAQUES: Record<Opaque, MeshPhysicalMaterialParameters> = {
  pearl: { color: 0xf3e9df, roughness: 0.28, clearcoat: 0.7, clearcoatRoughness: 0.12, iridescence: 0.35 },
  onyx: { color: 0x060607, roughness: 0.12, clearcoat: 1, clearcoatRoughness: 0.02 },
  turquoise: { color: 0x2fa8ab, roughness: 0.4, clearcoat: 0.6, clearcoatRoughness: 0.1 },
  moonstone: { color: 0xcfd9ea, roughness: 0.15, clearcoat: 1, iridescence: 0.5, iridescenceIOR: 1.6 },
  opal: { color: 0xe7e3df, roughness: 0.2, clearcoat: 1, iridescence: 1, iridescenceIOR: 1.9 },
  polki: { color: 0xd9d6cf, roughness: 0.16, metalness: 0.35, clearcoat: 1 },
};

/** The material of a metal by its name in the model: `metal_yellow`, `metal_yellow_antique`. */
export function metalMaterial(name: string, tone: Metal, purity: string | undefined): MeshStandardMaterial {
  const finish = name.split('_')[2] ?? '';
  const colour = PURITIES[purity ?? '']?.[tone] ?? METALS[tone];
  const look = new MeshStandardMaterial({ name, metalness: 1, roughness: ROUGHNESS[finish] ?? 0.09 });
  look.color = new Color(...colour);
  if (finish === 'antique') look.color.multiplyScalar(0.8);
  return look;
}

/** The material of a domed stone or a pearl: `stone_pearl`. */
export const opaqueMaterial = (name: string): Material =>
  new MeshPhysicalMaterial({ name, ...OPAQUES[name.slice('stone_'.length) as Opaque] });

/** Small stones get a cheaper shader, because there are many of them. */
const TINY_MM = 2;
const QUALITY = { tiny: { planes: 32, bounces: 3 }, other: { planes: 72, bounces: 5 } };

/**
 * Ray-traced through the stone's own facets: a ray enters, is reflected from facet to facet, and collects light at each
 * exit. `room` is reflected by its surface, `sparks` is seen through it.
 */
export function gemMaterial(name: string, geometry: BufferGeometry, room: CubeTexture, sparks: CubeTexture): Material {
  const [index, dispersion, absorbed] = GEMS[name.slice('gem_'.length) as Gem];
  geometry.computeBoundingBox();
  const { x, y } = geometry.boundingBox!.getSize(new Vector3());
  const size = Math.min(x, y);
  const quality = size < TINY_MM ? QUALITY.tiny : QUALITY.other;
  const planes = planesOf(geometry, quality.planes);
  return new ShaderMaterial({
    name,
    defines: { PLANES: planes.length, BOUNCES: quality.bounces },
    uniforms: {
      room: { value: room },
      sparks: { value: sparks },
      planes: { value: planes },
      index: { value: index },
      fire: { value: dispersion * 1.4 },
      absorbed: { value: new Vector3(...absorbed).multiplyScalar(1.1 / size) },
    },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
  });
}

/** The facets as half-spaces. Only the widest of the girdle's slivers are included: rays hardly meet them. */
function planesOf(geometry: BufferGeometry, atMost: number): Vector4[] {
  const position = geometry.getAttribute('position');
  const found = new Map<string, { plane: Vector4; area: number }>();
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (let i = 0; i < position.count; i += 3) {
    a.fromBufferAttribute(position, i);
    b.fromBufferAttribute(position, i + 1).sub(a);
    c.fromBufferAttribute(position, i + 2).sub(a);
    b.cross(c);
    const area = b.length() / 2;
    if (area < 1e-9) continue;
    b.normalize();
    const plane = new Vector4(b.x, b.y, b.z, b.dot(a));
    const key = plane
      .toArray()
      .map((value) => value.toFixed(2))
      .join();
    const known = found.get(key);
    if (known) known.area += area;
    else found.set(key, { plane, area });
  }
  return [...found.values()]
    .sort((one, other) => other.area - one.area)
    .slice(0, atMost)
    .map(({ plane }) => plane);
}

const VERTEX = /* glsl */ `
  varying vec3 vAt;
  varying vec3 vNormal;
  varying vec3 vEye;
  varying mat3 vToWorld;
  void main() {
    mat4 toWorld = modelMatrix;
    #ifdef USE_INSTANCING
      toWorld = toWorld * instanceMatrix;
    #endif
    vAt = position;
    vNormal = normal;
    // Stones are turned and moved, never stretched: the transposed matrix leads back.
    vToWorld = mat3(toWorld);
    vEye = transpose(vToWorld) * (cameraPosition - toWorld[3].xyz) / dot(vToWorld[0], vToWorld[0]);
    gl_Position = projectionMatrix * viewMatrix * toWorld * vec4(position, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  uniform samplerCube room;
  uniform samplerCube sparks;
  uniform vec4 planes[PLANES];
  uniform float index;
  uniform float fire;
  uniform vec3 absorbed;
  varying vec3 vAt;
  varying vec3 vNormal;
  varying vec3 vEye;
  varying mat3 vToWorld;

  float mirrored(float cosine) {
    float straight = (index - 1.0) / (index + 1.0);
    straight *= straight;
    return straight + (1.0 - straight) * pow(1.0 - clamp(cosine, 0.0, 1.0), 5.0);
  }

  vec3 outside(vec3 ray, vec3 facet, float by, vec3 otherwise) {
    vec3 bent = refract(ray, -facet, by);
    return vToWorld * (dot(bent, bent) > 0.0 ? bent : otherwise);
  }

  void main() {
    vec3 facet = normalize(vNormal);
    vec3 ray = normalize(vAt - vEye);
    float back = mirrored(-dot(ray, facet));
    vec3 colour = back * textureLod(room, vToWorld * reflect(ray, facet), 0.0).rgb;
    vec3 left = vec3(1.0 - back);
    vec3 at = vAt;
    ray = refract(ray, facet, 1.0 / index);
    for (int bounce = 0; bounce < BOUNCES; bounce++) {
      float near = 1e9;
      for (int i = 0; i < PLANES; i++) {
        float towards = dot(planes[i].xyz, ray);
        if (towards > 1e-4) {
          float far = (planes[i].w - dot(planes[i].xyz, at)) / towards;
          if (far < near) { near = far; facet = planes[i].xyz; }
        }
      }
      near = max(near, 0.0);
      at += ray * near;
      left *= exp(-absorbed * near);
      vec3 bent = refract(ray, -facet, index);
      if (dot(bent, bent) > 0.0) {
        float kept = mirrored(dot(bent, facet));
        vec3 seen = vec3(
          textureLod(sparks, outside(ray, facet, index - fire, bent), 0.0).r,
          textureLod(sparks, vToWorld * bent, 0.0).g,
          textureLod(sparks, outside(ray, facet, index + fire, bent), 0.0).b
        );
        colour += left * (1.0 - kept) * seen;
        left *= kept;
      }
      ray = reflect(ray, facet);
    }
    gl_FragColor = vec4(colour + left * 0.35, 1.0);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
  }
`;
