// `npm run demo-data [-- <service> [arguments]]`: loads the demo data of all services, or of one, into the running shop, also
// again or more of it (`npm run demo-data -- catalog --products 5000`), or into one that was started empty. What exists is kept:
// `npm run reset` starts over.
import { loadDemoData } from './control.ts';
import { hasDemoData, SERVICES } from './programs.ts';

const [service, ...args] = process.argv.slice(2);
const all = SERVICES.map(({ name }) => name as string).filter(hasDemoData);
try {
  if (service && !all.includes(service)) throw new Error(`"${service}" has no demo data; there are: ${all.join(', ')}`);
  for (const name of service ? [service] : all) {
    const startedAt = Date.now();
    if (!(await loadDemoData(name, args))) throw new Error('No shop runs here: npm start');
    console.log(
      `Demo data of ${name} is loaded; what existed is kept (${((Date.now() - startedAt) / 1000).toFixed(1)} s).`,
    );
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
