// Shows each document to two public validators; ends with 1 when one of them finds an error.
import SwaggerParser from '@apidevtools/swagger-parser';
import { spawnSync } from 'node:child_process';

let failed = false;
for (const document of process.argv.slice(2)) {
  try {
    await SwaggerParser.validate(document, { resolve: { external: false } });
  } catch (error) {
    failed = true;
    console.log('swagger-parser', document, error.message);
  }
  const redocly = spawnSync(
    'node',
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', '--extends=spec', '--format=stylish', document],
    { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' } });
  if (redocly.status !== 0) {
    failed = true;
    console.log('redocly', document, redocly.stdout, redocly.stderr);
  }
}
process.exit(failed ? 1 : 0);
