import fs from 'node:fs';

/** A font in tests: the data URL that the bundler makes of it. */
export default {
  process: (_text, file) => ({
    code: `module.exports = 'data:font/ttf;base64,${fs.readFileSync(file).toString('base64')}';`,
  }),
};
