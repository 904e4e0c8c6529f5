package org.hybridlab.config.file.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.hybridlab.config.file.yaml.Problems;
import org.hybridlab.config.file.yaml.Scalar;
import org.hybridlab.config.rules.core.RuleEntry;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Forms of texts in a lab file. They go into Vagrantfiles, scripts and manifests, so each allows only what it needs.
 * Free text is what one line of a terminal can show.
 */
public final class Forms {
    /** No control characters, line separators, or marks that change the direction of text. */
    private static final String PRINTABLE =
            "[^\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]";
    private static final String LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";
    private static final String SUBDOMAIN = LABEL + "(\\." + LABEL + ")*";
    private static final String WORD = "([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)";
    private static final String QUALIFIED = "(" + SUBDOMAIN + "/)?" + WORD;
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final String DOTTED = "(" + OCTET + "\\.){3}" + OCTET;
    private static final String HOST = "[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?";
    private static final String PORT = "(:[1-9][0-9]{0,4})?";
    /** A percent sign must begin an encoded character. */
    private static final String ENCODED = "%[0-9A-Fa-f]{2}";
    private static final String URL_CHARACTERS = "([A-Za-z0-9._~:/?@!&*+,;=-]|" + ENCODED + ")+";

    public static final TextShape LAB_NAME = TextShape.of("lab-name",
            "A lab's name is a DNS label: lower-case letters, digits and dashes, at most 40 characters.",
            LABEL, 40, "a lab's name",
            "Use lower-case letters, digits and dashes, at most 40 characters; begin and end with a letter or digit.");
    public static final TextShape MACHINE_NAME = TextShape.of("machine-name",
            "A machine's name is an RFC 1123 label: lower-case letters, digits and dashes, at most 63 characters.",
            LABEL, 63, "a machine's name",
            "Use lower-case letters, digits and dashes, at most 63 characters; begin and end with a letter or digit.");
    public static final TextShape COMPUTER_NAME = TextShape.of("computer-name-form",
            "A computer name has at most 15 letters, digits and dashes.",
            "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?", 15, "a Windows computer's name",
            "Use letters, digits and dashes, at most 15 characters; begin and end with a letter or digit.");
    public static final VersionShape KUBERNETES = new VersionShape(TextShape.of("kubernetes-form",
            "A Kubernetes version is a branch such as 1.36 or a release such as 1.36.3.",
            "v?1\\.(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2}))?", 12, "a Kubernetes version",
            "Write a branch such as 1.36, or a release such as 1.36.3."));
    public static final TextShape CONTAINERD = TextShape.of("containerd-form",
            "A containerd version is a release such as 2.3.7.",
            "v?[1-9][0-9]{0,1}\\.(0|[1-9][0-9]{0,2})\\.(0|[1-9][0-9]{0,2})", 12, "a containerd version",
            "Write a release such as 2.3.7.");
    public static final MemoryShape MEMORY = new MemoryShape(TextShape.of("memory-form",
            "Memory is a whole number of MiB or GiB.", "[1-9][0-9]{0,6}MiB|[1-9][0-9]{0,3}GiB", 10,
            "an amount of memory", "Write for example 2GiB or 3000MiB, without a space."));
    public static final TextShape BOX = TextShape.of("box-form",
            "A box is named as Vagrant names it, name or user/name; on docker it is an image, which may have a tag.",
            "[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?(:[A-Za-z0-9_][A-Za-z0-9._-]*)?", 128,
            "a box name",
            "Write the name that `vagrant box list` shows, for example bento/ubuntu-24.04.");
    public static final TextShape ADDRESS = TextShape.of("address-form", "An address is IPv4 with four numbers.",
            DOTTED, 15, "an IPv4 address", "Write for example 192.168.56.21.");
    public static final TextShape NETWORK = TextShape.of("network-form",
            "A network is an IPv4 address and a prefix length.",
            DOTTED + "/(3[0-2]|[12]?[0-9])", 18, "an IPv4 network",
            "Write its first address and its prefix length, for example 10.20.0.0/16.");
    public static final TextShape DOMAIN = TextShape.of("domain-form", "The cluster's domain is a lower-case DNS name.",
            SUBDOMAIN, 200, "a DNS domain", "Write for example cluster.local.");
    public static final TextShape SEARCH_DOMAIN = TextShape.of("search-domain-form",
            "A search domain is a lower-case DNS name.", SUBDOMAIN, 200, "a DNS search domain",
            "Write for example lan.example.");
    public static final TextShape TIME_ZONE = TextShape.of("time-zone-form", "A time zone is written by its IANA name.",
            "[A-Za-z][A-Za-z0-9+_-]*(/[A-Za-z0-9+_-]+){0,2}", 50, "a time zone's name",
            "Write for example Europe/Berlin or Etc/UTC.");
    public static final TextShape TIME_SERVER = TextShape.of("time-server-form",
            "A time server is a DNS name or an IPv4 address.", SUBDOMAIN, 200, "a time server",
            "Write for example ntp1.example or 192.168.56.5.");
    public static final TextShape APP_NAME = TextShape.of("app-name", "An app's name is a DNS label.",
            LABEL, 63, "an app's name", "Use lower-case letters, digits and dashes.");
    public static final TextShape MANIFEST = TextShape.of("manifest-form",
            "A manifest is named by a relative path below the lab's folder, with `/` between its parts.",
            "(?!/)(?!.*(^|/)\\.\\.(/|$))[A-Za-z0-9_][A-Za-z0-9._/-]*", 200, "a path below the lab's folder",
            "Write for example apps/web.yaml: letters, digits, `.`, `_`, `-` and `/`, and no `..`.");
    public static final TextShape LABEL_KEY = TextShape.of("label-key", "A label's key is a name, which may have a DNS "
            + "prefix and a slash before it.", QUALIFIED, 200, "a label's key",
            "Write for example tier, or example.org/tier.");
    public static final TextShape LABEL_VALUE = TextShape.of("label-value",
            "A label's value has at most 63 letters, digits, dashes, dots and underscores, or none.",
            WORD + "?", 63, "a label's value",
            "Use letters, digits, `-`, `_` and `.`; begin and end with a letter or digit. '' is allowed.");
    public static final TextShape TAINT = TextShape.of("taint-form", "A taint is written as kubectl writes it.",
            QUALIFIED + "(=" + WORD + "?)?:(NoSchedule|PreferNoSchedule|NoExecute)", 300, "a taint",
            "Write key=value:NoSchedule or key:NoExecute, for example dedicated=build:NoSchedule.");
    public static final TextShape DEPLOYMENT = TextShape.of("deployment-name", "A Deployment's name is a DNS name.",
            SUBDOMAIN, 200, "a Deployment's name", "Write the name as its manifest has it.");
    public static final TextShape URL_PATH = TextShape.of("path-form", "A page's path begins with a slash.",
            "/([A-Za-z0-9._~:/?@!$&*+,;=()-]|" + ENCODED + ")*", 500, "a path of a URL",
            "Begin with `/`, and write special characters as %XX.");
    public static final TextShape CHECK_NAME = TextShape.of("check-name", "A check's name is one line of text.",
            PRINTABLE + "+", 100, "a check's name", "Write one line of at most 100 characters.");
    public static final TextShape WORDS = TextShape.of("words-form", "Words for the reader are one line of text.",
            PRINTABLE + "+", 300, "a line of text", "Write one line of at most 300 characters.");
    public static final TextShape EXPECTED = TextShape.of("expected-form", "Expected text is one line.",
            PRINTABLE + "*", 1000, "a line of text", "Write one line of at most 1000 characters.");
    public static final TextShape COMMAND_WORD = TextShape.of("command-word",
            "A word of a command is one line of text.",
            PRINTABLE + "*", 1000, "a word of a command", "Write one line; no shell looks at it.");
    public static final TextShape DURATION = TextShape.of("duration-form",
            "A time span is a number of seconds or minutes.",
            "[1-9][0-9]{0,3}(s|m)", 5, "a time span", "Write for example 90s or 5m.");
    public static final TextShape OBJECT = TextShape.of("object-form", "A Kubernetes object is named as kind/name.",
            "[A-Za-z][A-Za-z0-9.]*/" + SUBDOMAIN, 300, "a Kubernetes object", "Write for example deployment/web.");
    public static final TextShape WORKLOAD = TextShape.of("workload-form",
            "A workload is a Deployment, StatefulSet or DaemonSet.", "(deployment|statefulset|daemonset)/" + SUBDOMAIN,
            300, "a workload", "Write deployment/, statefulset/ or daemonset/ and its name.");
    public static final TextShape CONTAINER = TextShape.of("container-form", "A container's name is a DNS label.",
            LABEL, 63, "a container's name", "Write for example web.");
    public static final TextShape NAMESPACE = TextShape.of("namespace-form", "A namespace is a DNS label.",
            LABEL, 63, "a namespace", "Write for example default.");
    public static final TextShape JSONPATH = TextShape.of("jsonpath-form",
            "A JSONPath stands in braces, as kubectl wants it.",
            "\\{" + PRINTABLE + "+\\}", 500, "a kubectl JSONPath", "Write for example '{.status.readyReplicas}'.");
    public static final TextShape PROXY = TextShape.of("proxy-form",
            "A proxy is an http:// or https:// URL with a port.",
            "https?://([A-Za-z0-9._~%:-]+@)?" + HOST + PORT + "/?", 300, "a proxy's URL",
            "Write for example http://proxy.example:3128.");
    public static final TextShape NO_PROXY = TextShape.of("no-proxy-form",
            "What is reached without a proxy is a host, a domain with a leading dot, an address or a network.",
            "[.]?[A-Za-z0-9*][A-Za-z0-9.*:_-]*(/[0-9]{1,2})?", 253, "a host, domain or network",
            "Write one name, address or network for each item.");
    public static final TextShape MIRROR = TextShape.of("registry-mirror-form",
            "A registry mirror is an http:// or https:// URL.",
            "https?://" + HOST + PORT + "(/[A-Za-z0-9._~/-]*)?", 300, "a registry mirror's URL",
            "Write for example http://mirror.example:5000.");
    public static final TextShape REGISTRY = TextShape.of("registry-host-form",
            "A registry is named as images name it: a host with a dot, a port, or both.",
            "(?=.*[.:])" + HOST + PORT, 253, "a registry's host",
            "Write for example docker.io or registry.example:5000, without a scheme.");
    public static final TextShape USERNAME = TextShape.of("username-form", "A user's name has no spaces and no colon.",
            "[A-Za-z0-9_][A-Za-z0-9._@$+-]*", 100, "a user's name", "Use letters, digits and . _ @ $ + -.");
    public static final TextShape ENVIRONMENT = TextShape.of("environment-form",
            "An environment variable's name has letters, digits and underscores.",
            "[A-Za-z_][A-Za-z0-9_]*", 100, "an environment variable's name",
            "Write the variable's name, not its value, for example LAB_REGISTRY_PASSWORD.");
    public static final TextShape FILE = TextShape.of("path-on-host-form", "A path on the host is one line of text.",
            "(?! )" + PRINTABLE + "+(?<! )", 300, "a path on the host",
            "Write a path from the lab's folder on, an absolute one, or one that begins with `~/`.");
    public static final TextShape CONTEXT = TextShape.of("context-form", "A kubeconfig's context is one word.",
            "[A-Za-z0-9._:@/+=-]+", 253, "a context", "Write its name as `kubectl config get-contexts` shows it.");
    public static final TextShape BOX_URL = TextShape.of("box-url-form", "A box URL is a http, https or file URL.",
            "(https?|file)://" + URL_CHARACTERS, 500, "a box URL",
            "Write for example https://boxes.example/linux.box or file:///srv/boxes/linux.box.");
    public static final TextShape BOX_PLACE = TextShape.of("box-place-form",
            "A box comes from a http, https or file URL, or from a path on the host.",
            "(https?|file)://" + URL_CHARACTERS + "|(?![a-zA-Z]+://)(?! )" + PRINTABLE + "+(?<! )", 500,
            "a place of a box", "Write for example https://boxes.example/win.box or /srv/boxes/win.box.");
    public static final TextShape BOX_VERSION = TextShape.of("box-version-form",
            "A box's version is numbers with dots.",
            "[0-9][0-9A-Za-z._-]*", 50, "a box's version",
                    "Write what `vagrant box list` shows, for example 2601.0.0.");
    public static final TextShape SHA256 = TextShape.of("sha256-form",
            "A SHA-256 sum is 64 lower-case hexadecimal digits.",
            "[0-9a-f]{64}", 64, "a SHA-256 sum", "Write what `sha256sum FILE` prints before the name.");
    public static final TextShape BOX_MIRROR = TextShape.of("box-mirror-form", "A box mirror is an https:// URL.",
            "https://" + HOST + PORT + "(/[A-Za-z0-9._~/-]*)?", 300, "a box mirror's URL",
            "Write for example https://boxes.example.");

    private Forms() {
    }

    /** An amount of memory. A bare number could be bytes, MiB or GiB, so the advice is a unit and not quotes. */
    record MemoryShape(TextShape text) implements Shape {
        /** No machine has that many GiB, or that few MiB. */
        private static final int LEAST_MIB = 100;
        private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,6}");

        @Override
        public void check(Node node, Problems problems) {
            Optional<String> number = Scalar.of(node).map(Scalar::text)
                    .filter(value -> NUMBER.matcher(value).matches());
            number.ifPresentOrElse(value -> problems.report(text.rule(), node, value + " has no unit", "Write %s%s."
                    .formatted(value, Integer.parseInt(value) < LEAST_MIB ? "GiB" : "MiB")),
                    () -> text.check(node, problems));
        }

        @Override
        public Map<String, Object> schema() {
            return text.schema();
        }

        @Override
        public String hint() {
            return text.hint();
        }

        @Override
        public List<RuleEntry> rules() {
            return text.rules();
        }
    }

    /** YAML takes {@code 1.30} for 1.3. The reader sees the characters, an editor's schema the number. */
    record VersionShape(TextShape text) implements Shape {
        @Override
        public void check(Node node, Problems problems) {
            Optional<Scalar> scalar = Scalar.of(node).filter(value -> value.kind() == Scalar.Kind.NUMBER);
            scalar.ifPresentOrElse(number -> text.checkForm(node, number.text(), problems),
                    () -> text.check(node, problems));
        }

        @Override
        public Map<String, Object> schema() {
            Map<String, Object> number = new LinkedHashMap<>();
            number.put("type", "number");
            number.put("exclusiveMinimum", 1);
            number.put("exclusiveMaximum", 2);
            return Map.of("anyOf", List.of(text.schema(), number));
        }

        @Override
        public String hint() {
            return text.hint();
        }

        @Override
        public List<RuleEntry> rules() {
            return text.rules();
        }
    }
}
