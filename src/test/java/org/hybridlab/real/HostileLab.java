package org.hybridlab.real;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/**
 * A lab file whose every text is the worst that its rule lets through, in a folder whose name is no better. Whatever of
 * it runs leaves a file {@value #TRACE}.
 *
 * @param checks in its file's order
 */
record HostileLab(RealLab lab, List<Words> checks) {
    static final String TRACE = "hybridlab-was-here";
    static final String SCRIPT = "<script>alert(1)</script>";

    private static final String TOUCH = "touch /tmp/" + TRACE;
    /** Quotes, substitutions of shells and Ruby, markup, templates, formats and flags, in one line. */
    private static final String CODE = "--flag '\"` $(" + TOUCH + ") `" + TOUCH + "` #{system('" + TOUCH
            + "')} ${HOME} "
            + "'; " + TOUCH
            + "; ' \\n %s %{x} <%= x %> [=x] {{ .x }} <#if x> ]]> &amp; # *x &y !z caf\u00e9 \ud83d\ude00";
    /** As text that stands in JSON, which is YAML too. */
    private static final JsonMapper JSON = JsonMapper.shared();

    /** What the author of a check says. */
    record Words(String name, String pass) { }

    static HostileLab write() {
        RealLab lab = RealLab.copyOf("first-cluster", "it's \"a\" $(touch " + TRACE + ") #{x} %h lab");
        List<Words> checks = List.of(new Words("' \" $(" + TOUCH + ") #{x}", CODE),
                new Words("--help", SCRIPT + " " + CODE), new Words("null", "%n%s%d \\"), new Words("- a: [b] #c", "~"),
                new Words("`" + TOUCH + "`", "yes"));
        try {
            Files.createDirectories(lab.folder().resolve("apps/--"));
            Files.writeString(lab.folder().resolve("apps/--/-n.yaml.ftl"), APP);
            Files.writeString(lab.folder().resolve("lab.yaml"), text(checks));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new HostileLab(lab, checks);
    }

    private static String text(List<Words> checks) {
        return """
                # Names and domains that YAML would read as something else, were they not quoted.
                name: "1e3"
                kubernetes: "1.37"
                network: {domain: "0x1f.1e3"}
                machines:
                  - {name: "on", role: control-plane, memory: 3000MiB}
                  - {name: "null"}
                apps:
                  - {name: "yes", manifests: [apps/--/-n.yaml.ftl], scale: {"true": 2}, nodePort: 30009,
                     path: "/echo?msg=$(id)&x=%%27;*~!"}
                checks:
                  - name: %s
                    exec: {machine: "on", command: [printf, "<%%s>", %s, "", "-n", "a  b", "*"], contains: %s}
                    pass: %s
                  - name: %s
                    exec: {machine: "null", command: [sh, -c, "printf '[%%s]' \\"$0\\"", %s], contains: %s}
                    pass: %s
                  - name: "null"
                    http: {port: 30009, path: "/echo?msg=$(touch%%20x)%%60id%%60%%22%%27%%3Cb%%3E*--", contains: %s}
                    pass: %s
                  - name: %s
                    kubectl: {object: configmap/true, jsonpath: "{.data['a-b']}", equals: %s}
                    pass: "~"
                  - name: %s
                    kubectl: {object: configmap/true, jsonpath: "{.data.no}", equals: ""}
                    pass: "yes"
                """.formatted(
                        json(checks.get(0).name()), json(CODE), json("<" + CODE + "><><-n><a  b><*>"),
                        json(checks.get(0).pass()),
                        json(checks.get(1).name()), json(CODE), json("[" + CODE + "]"), json(checks.get(1).pass()),
                        json("$(touch x)`id`\"'<b>*--"), json(checks.get(2).pass()),
                        json(checks.get(3).name()), json("$(" + TOUCH + ")'\"`"),
                        json(checks.get(4).name()));
    }

    private static String json(String text) {
        return JSON.writeValueAsString(text);
    }

    /** Files that would not be there had nothing run. */
    static List<Path> traces(Path... folders) {
        return Stream.of(folders).map(Path::toFile).map(File::listFiles).flatMap(Stream::of).map(File::toPath)
                .filter(file -> file.getFileName().toString().equals(TRACE)).toList();
    }

    private static final String APP = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: "true"}
            data:
              "a-b": $(%1$s)'"`
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: "true"}
            spec:
              type: NodePort
              selector: {app: "true"}
              ports:
                - {port: 80, targetPort: 8080, nodePort: 30009}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: "true"}
            spec:
              selector:
                matchLabels: {app: "true"}
              template:
                metadata:
                  labels: {app: "true"}
                spec:
                  terminationGracePeriodSeconds: 1
                  containers:
                    - name: "true"
                      image: [=agnhostImage]
                      imagePullPolicy: IfNotPresent
                      args: [netexec, --http-port=8080]
                      readinessProbe:
                        httpGet: {path: /hostname, port: 8080}
                        periodSeconds: 2
            """.formatted(TOUCH);
}
