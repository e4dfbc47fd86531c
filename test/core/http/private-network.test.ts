import { expect, test } from 'vitest'
import { isPrivateHost } from '../../../src/runtime/core/http/private-hosts.js'

const hostOf = (host: string): string => new URL(`https://${host}:3000`).hostname

test.each([
  ...['localhost', 'localhost.', 'app.localhost', 'printer.local', 'db.internal', 'metadata.google.internal'],
  ...[
    'router.home.arpa',
    '127.0.0.1',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
  ],
  ...[
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.8',
    '198.18.0.1',
  ],
  ...['224.0.0.1', '255.255.255.255', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:a00:1]', '[::7f00:1]'],
  ...[
    '[64:ff9b::10.0.0.1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[100::1]',
    '[2002:a00:1::]',
    '[2001::7f00:1]',
    '[2001:0:7f00:1::]',
  ],
])('%s is a private host', (host) => {
  expect(isPrivateHost(hostOf(host))).toBe(true)
})

test.each([
  ...['example.com', 'localhost.example.com', 'internal.example.com', 'notlocal', '10.0.0.1.example.com'],
  ...[
    '8.8.8.8',
    '100.63.0.1',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.0.1',
    '198.20.0.1',
    '11.0.0.1',
  ],
  ...['[2606:4700::1111]', '[2001:4860:4860::8888]', '[::ffff:8.8.8.8]', '[64:ff9b::8.8.8.8]'],
])('%s is a public host', (host) => {
  expect(isPrivateHost(hostOf(host))).toBe(false)
})
