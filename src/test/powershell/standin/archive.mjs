// Archives of images in the OCI layout, as far as containerd's import goes without Windows: the names that it keeps.
import crypto from "node:crypto";
import { Failure } from "./values.mjs";

const BLOCK = 512;
const sum = bytes => crypto.createHash("sha256").update(bytes).digest("hex");

function* files(tar) {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const text = (from, length) => tar.toString("utf8", at + from, at + from + length).replace(/\0.*$/s, "");
    const size = parseInt(text(124, 12), 8);
    yield [text(0, 100), tar.subarray(at + BLOCK, at + BLOCK + size)];
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** What `ctr images import` makes of an archive; one that lacks a blob, or has another in its place, is refused. */
export function imageNames(tar) {
  const all = new Map(files(tar));
  const read = name => all.get(name) ?? (() => { throw new Failure(`ctr: unrecognized image format: no ${name}`); })();
  const blob = digest => {
    const bytes = read(`blobs/sha256/${digest.slice(7)}`);
    if (`sha256:${sum(bytes)}` !== digest) throw new Failure(`ctr: unexpected commit digest for ${digest}`);
    return bytes;
  };
  read("oci-layout");
  return JSON.parse(read("index.json")).manifests.map(({ digest, annotations }) => {
    const { config, layers } = JSON.parse(blob(digest));
    [config, ...layers].forEach(one => blob(one.digest));
    const { os } = JSON.parse(blob(config.digest));
    if (os !== "windows") throw new Failure(`ctr: no match for platform in manifest: it is for ${os}`);
    return annotations["io.containerd.image.name"];
  });
}

/** An archive of one image of nothing. */
export function imageArchive(name) {
  const parts = [];
  const add = (file, content) => {
    const header = Buffer.alloc(BLOCK), bytes = Buffer.from(content);
    header.write(file, 0);
    header.write(bytes.length.toString(8).padStart(11, "0"), 124);
    parts.push(header, bytes, Buffer.alloc((BLOCK - bytes.length % BLOCK) % BLOCK));
    return `sha256:${sum(bytes)}`;
  };
  const blob = content => ({ digest: add(`blobs/sha256/${sum(JSON.stringify(content))}`, JSON.stringify(content)) });
  add("oci-layout", "{}");
  const { digest } = blob({ config: blob({ os: "windows" }), layers: [] });
  add("index.json", JSON.stringify({ manifests: [{ digest, annotations: { "io.containerd.image.name": name } }] }));
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}
