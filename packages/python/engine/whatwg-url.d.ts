declare module 'whatwg-url' {
  const whatwg: { URL: typeof URL };
  export default whatwg;
}
