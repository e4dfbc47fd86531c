import { readFile } from 'node:fs/promises'

/** The statements of a schema that the package ships. */
export async function schemaStatements(file: string): Promise<string[]> {
  const text = await readFile(new URL(`../../../schemas/${file}`, import.meta.url), 'utf8')
  return text
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
