// Run by mongosh. `rights.json`: what infra/provision/mongodb-users.ts gives to the parts.
const secret = (name) => require('node:fs').readFileSync(`/secrets/${name}`, 'utf8').trim();
const MEMBERS = [0, 1, 2].map((number) => `mongodb-${number}.mongodb:4430`);
const user = secret('MONGO_INITDB_ROOT_USERNAME');
const password = secret('MONGO_INITDB_ROOT_PASSWORD');
const at = (hosts, options) =>
  connect(`mongodb://${user}:${encodeURIComponent(password)}@${hosts}/admin?authSource=admin&${options}`);

const first = at(MEMBERS[0], 'directConnection=true');
if (first.hello().isreplicaset) {
  const members = MEMBERS.map((host, _id) => ({ _id, host }));
  printjson(first.adminCommand({ replSetInitiate: { _id: 'shop', members } }));
}
const primary = at(MEMBERS.join(','), 'replicaSet=shop&serverSelectionTimeoutMS=60000');
for (const { kind, name, ...rights } of JSON.parse(secret('rights.json'))) {
  let answer = primary.runCommand({ [`create${kind}`]: name, ...rights });
  if (answer.codeName === 'Location51003' || answer.codeName === 'Location51002')
    answer = primary.runCommand({ [`update${kind}`]: name, ...rights });
  if (!answer.ok) throw new Error(`${kind} ${name}: ${answer.errmsg}`);
  print(`${kind} ${name}`);
}
