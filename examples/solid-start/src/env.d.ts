/** What SolidStart puts in place of `import.meta.env`; the types of SolidStart 1 name its fields alone. */
interface ImportMeta {
  readonly env: ImportMetaEnv
}
