import type { Object3D } from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';

/** The part of the browser's FileReader that the exporter uses, for Node. */
class BlobReader {
  result: ArrayBuffer | string | null = null;
  onloadend: (() => void) | null = null;
  readAsArrayBuffer(blob: Blob): void {
    void blob.arrayBuffer().then((buffer) => this.#done(buffer));
  }
  readAsDataURL(blob: Blob): void {
    void blob
      .arrayBuffer()
      .then((buffer) => this.#done(`data:${blob.type};base64,${Buffer.from(buffer).toString('base64')}`));
  }
  #done(result: ArrayBuffer | string): void {
    this.result = result;
    this.onloadend?.();
  }
}

/** A piece as binary glTF: millimetres, y up, equal parts stored once, materials by name. */
export async function glbOf(piece: Object3D): Promise<ArrayBuffer> {
  globalThis.FileReader ??= BlobReader as unknown as typeof FileReader;
  return (await new GLTFExporter().parseAsync(piece, { binary: true })) as ArrayBuffer;
}
