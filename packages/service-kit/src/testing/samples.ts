/** What `/metrics` of a process at `url` says about a metric now: label values, joined by spaces, with their value. */
export async function samplesOf(url: string, metric: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = new RegExp(String.raw`^${metric}(?:\{(.*)\})? (\S+)$`);
  return Object.fromEntries(
    text.split('\n').flatMap((each) => {
      const [match, labels = '', value] = line.exec(each) ?? [];
      if (match === undefined) return [];
      const own = [...labels.matchAll(/(\w+)="([^"]*)"/g)].filter(([, name]) => name !== 'service');
      return [[own.map(([, , label]) => label).join(' '), Number(value)]];
    }),
  );
}
