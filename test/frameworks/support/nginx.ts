import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isListening, until } from '../../e2e/support/processes.js'
import type { ProxyPlan } from './tls-proxy.js'

const values = { 'X-Forwarded-Host': '$http_host', 'X-Forwarded-Proto': '$scheme' }

/** Starts nginx with a generated configuration, and returns a function that stops it. */
export async function startNginx(program: string, plan: ProxyPlan): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'authwright-nginx-'))
  writeFileSync(path.join(folder, 'cert.pem'), plan.cert)
  writeFileSync(path.join(folder, 'key.pem'), plan.key, { mode: 0o600 })
  writeFileSync(path.join(folder, 'nginx.conf'), configuration(plan))
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await until('nginx listens', () => {
    if (child.exitCode !== null) throw new Error(`nginx ended:\n${output}`)
    return isListening(plan.port)
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

function configuration({ port, target, headers }: ProxyPlan): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
master_process off;
pid nginx.pid;
events {}
http {
  access_log off;
  ${folders.map((name) => `${name}_temp_path ${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate cert.pem;
    ssl_certificate_key key.pem;
    location / {
      proxy_pass http://127.0.0.1:${target};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      ${headers.map((name) => `proxy_set_header ${name} ${values[name]};`).join('\n      ')}
    }
  }
}
`
}
