/** For a test that imports it before all others: who reads the pages is in New York. */
Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
  construct: (Format, [locales, options]: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Format(locales, { timeZone: 'America/New_York', ...options }),
});
