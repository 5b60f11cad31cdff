import fs from 'node:fs';

/** Transforms a font to a data URL, like the bundler. */
export default {
  process: (_text, file) => ({
    code: `module.exports = 'data:font/ttf;base64,${fs.readFileSync(file).toString('base64')}';`,
  }),
};
