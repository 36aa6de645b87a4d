// The one renderer of the client: Preact with tagged templates, from the file that config/packages.py lists.

export { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../packages/htm/preact/standalone.module.js";
