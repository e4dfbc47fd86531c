import process from 'node:process'
import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH, SITE_URL } = process.env

export default defineConfig({
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: { baseURL: SITE_URL, launchOptions: { executablePath: CHROMIUM_PATH } },
  webServer: { command: 'node server.js', url: SITE_URL },
})
