/**
 * A loader for the router that makes unused components tree-shakable: removes `displayName` assignments and marks top-level
 * contexts and components as pure.
 */
export default (source) =>
  source
    .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
    .replaceAll(/^(var \w+ =) (React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1 /* @__PURE__ */ $2');
