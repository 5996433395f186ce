// Checks the objects in YAML files against the models of Kubernetes: node validate.mjs FILE…
// Prints what is wrong and exits with 1, or prints the number of objects that were checked.
import { readFileSync } from "node:fs";
import yaml from "js-yaml";

const CRDS = {
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
  "external-secrets.io": "@kubernetes-models/external-secrets",
};

async function model({ apiVersion, kind }) {
  const models = await import(`${CRDS[apiVersion.split("/")[0]] ?? "kubernetes-models"}/${apiVersion}`);
  if (!models[kind]) throw new Error(`there is no ${kind} in ${apiVersion}`);
  return models[kind];
}

// The models ignore fields that they do not know: a field that a model never looks at is such a field.
function watched(value, path, unread) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one, i) => watched(one, `${path}/${i}`, unread));
  const copy = {};
  for (const key of Object.keys(value)) {
    const at = `${path}/${key}`;
    copy[key] = watched(value[key], at, unread);
    unread.add(at);
  }
  return new Proxy(copy, {
    get: (object, key) => {
      unread.delete(`${path}/${String(key)}`);
      return object[key];
    },
    ownKeys: (object) => {
      Object.keys(object).forEach((key) => unread.delete(`${path}/${key}`));
      return Reflect.ownKeys(object);
    },
  });
}

let checked = 0;
const wrong = [];
for (const file of process.argv.slice(2)) {
  for (const object of yaml.loadAll(readFileSync(file, "utf8")).filter(Boolean)) {
    try {
      const Model = await model(object);
      const unread = new Set();
      Model.prototype.validate.call(watched(object, "", unread));
      if (unread.size) throw new Error(`unknown fields: ${[...unread].join(", ")}`);
      checked++;
    } catch (e) {
      wrong.push(`${file}: ${object.kind} ${object.metadata?.name}: ${e.message}`);
    }
  }
}
console.log(wrong.length ? wrong.join("\n") : checked);
process.exit(wrong.length ? 1 : 0);
