// `npm run jobs [-- <service> | retry <service> <job> [id]]`: the state of the jobs of the running shop.
import { parseArgs } from 'node:util';
import { readConfig } from '../../infra/config.ts';
import { SERVICES } from '../../infra/run/programs.ts';
import { provideSecrets } from '../../infra/run/secrets.ts';
import { runningShop } from '../../infra/run/state.ts';
import { ShopJobs } from './shop-jobs.ts';
import { failureTable, overviewTable } from './tables.ts';

const HELP = `npm run jobs [-- <command>] [--json]

                                    per service and job: items that are due, running, scheduled for later and failed
  <service>                         failed items: last error, number of failures, next try
  retry <service> <job> [item id]   makes the failed items of a job due now, or one of them

The shop has to be running (npm start).`;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});

async function main(shop: ShopJobs): Promise<void> {
  const [command, service, job, id] = positionals;
  if (command === undefined) {
    const services = await shop.overview();
    print(services, overviewTable(services));
  } else if (command === 'retry') {
    if (service === undefined || job === undefined) throw new Error(HELP);
    const retried = await shop.retry(service, job, id);
    if (retried === 0 && id !== undefined) throw new Error(`${job} of ${service} has no failed item ${id}`);
    print({ retried }, `${retried} made due in ${job} of ${service}`);
  } else {
    const failures = await shop.failures(command);
    print(failures, failures.length === 0 ? `No item of ${command} has failed.` : failureTable(failures));
  }
}

function print(data: unknown, text: string): void {
  console.log(values.json ? JSON.stringify(data, null, 2) : text);
}

try {
  if (values.help) {
    console.log(HELP);
  } else {
    const running = runningShop();
    if (!running) throw new Error('No shop is running: npm start');
    const services = SERVICES.flatMap(({ name }) => {
      const url = running.parts.find((part) => part.name === name)?.url;
      return url === undefined ? [] : [{ name, url }];
    });
    await main(new ShopJobs(services, provideSecrets(readConfig()).serviceToken.split(',')[0]!));
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
