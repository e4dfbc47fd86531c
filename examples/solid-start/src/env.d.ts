/** The values with which SolidStart replaces `import.meta.env`. SolidStart 1 declares only some of them. */
interface ImportMeta {
  readonly env: ImportMetaEnv
}
