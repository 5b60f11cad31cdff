/** A font, as a data URL: see `packages/build/src/service.ts`. */
declare module '*.ttf' {
  const url: string;
  export default url;
}
