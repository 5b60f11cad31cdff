/**
 * A loader for the router: names for React's development tools, given to every component and context at the top of a module,
 * keep all of them in the bundle although most are never used.
 */
export default (source) =>
  source
    .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
    .replaceAll(/^(var \w+ =) (React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1 /* @__PURE__ */ $2');
