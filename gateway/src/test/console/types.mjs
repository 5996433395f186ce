// Checks the types of the console's scripts: node types.mjs FOLDER, the console's.
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';

rmSync('console', { force: true });
symlinkSync(process.argv[2], 'console');
try {
  execFileSync('node', ['node_modules/typescript/lib/tsc.js', '--project', '.', '--preserveSymlinks'], { stdio: 'inherit' });
} catch {
  process.exit(1);
}
