package org.hybridlab.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import org.hybridlab.config.file.LabFile.RuleBook;
import org.hybridlab.config.file.reader.LabSchema;
import org.hybridlab.config.file.reader.OpenChoices;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.file.yaml.Source;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.rules.core.HostView;
import org.hybridlab.config.rules.core.RuleEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The published schema and the reader agree in both directions: what one of them rejects for its structure, the other
 * rejects too. Rules about the lab as a whole are beyond a schema.
 */
class SchemaAgreementTest {
    /** Every key that there is. */
    private static final String GOOD = """
            {"name": "full", "kubernetes": "1.36", "containerd": "2.3.7", "provider": "virtualbox",
             "defaults": {"os": "linux", "arch": "amd64", "cpus": 2, "memory": "2GiB", "box": "me/mine",
                          "build": 2022, "shell": "winssh"},
             "machines": [
               {"name": "control", "role": "control-plane", "count": 1},
               {"name": "node", "role": "worker", "os": "linux", "arch": "amd64", "cpus": 1, "memory": "700MiB",
                "box": "mine", "kubernetes": 1.35, "address": "192.168.56.30",
                "labels": {"tier": "front"}, "taints": ["dedicated=build:NoSchedule"]},
               {"name": "win", "os": "windows", "build": "20H2", "computerName": "WIN", "shell": "winrm",
                "windowsTaint": false}],
             "cluster": {"kubeconfig": "admin.conf", "context": "mine"},
             "network": {"mode": "flannel-vxlan", "machines": "192.168.56.0/24", "pods": "10.244.0.0/16",
                         "services": "10.96.0.0/12", "vni": 4096, "port": 4789, "domain": "cluster.local",
                         "windowsAgents": "services", "virtualAddress": "192.168.56.10"},
             "untaint": false, "metrics": false, "storage": true,
             "apps": ["web", {"name": "other", "manifests": ["apps/other.yaml"], "scale": {"other": 2},
                              "nodePort": 30011, "path": "/"}],
             "checks": [
               {"name": "up", "http": {"port": 6443, "path": "/", "machine": "node", "status": 200, "contains": "x"},
                "within": "60s", "pass": "yes", "fail": "no"},
               {"name": "runs", "exec": {"machine": "node", "command": ["true", "x"], "contains": "x"}},
               {"name": "is", "kubectl": {"object": "node/node", "namespace": "default", "jsonpath": "{.kind}",
                                          "equals": "Node"}},
               {"name": "says", "execInPod": {"workload": "deployment/web", "namespace": "default", "container": "web",
                                              "command": ["true"], "contains": "x"}},
               {"name": "grows", "kubectl": {"object": "node/node", "jsonpath": "{.kind}", "atLeast": 2}}],
             "proxy": {"httpProxy": "http://proxy.example:3128", "httpsProxy": "http://proxy.example:3128",
                       "noProxy": [".example"]},
             "mirrors": {"registry": "http://mirror.example:5000",
                         "boxSha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                         "boxes": "https://boxes.example"},
             "registries": [
               {"host": "docker.io", "mirrors": ["http://mirror.example:5000"]},
               {"host": "registry.example:5000", "plainHttp": true,
                "login": {"username": "me", "passwordFile": "~/password"}},
               {"host": "other.example", "login": {"username": "me", "passwordEnv": "LAB_PASSWORD"}}]}
            """;
    /** Characters as escapes: YAML would fold what JSON takes raw. */
    private static final JsonMapper JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final Set<String> STRUCTURAL = Stream
            .concat(RuleBook.aboutTheFile().stream(), RuleBook.aboutForms().stream()).map(RuleEntry::id)
            .collect(Collectors.toSet());
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(LabSchema.json());

    @TempDir
    private Path folder;

    @BeforeEach
    void appsBesideTheLab() throws IOException {
        Files.createDirectories(folder.resolve("apps"));
        for (String app : List.of("web", "other")) {
            Files.writeString(folder.resolve("apps/" + app + ".yaml"), "kind: List\n");
        }
    }

    @Test
    void fileWithEveryKey_isGood_forBoth() {
        assertThat(SCHEMA.validate(JSON.readTree(GOOD))).isEmpty();
        assertThat(structuralProblems(JSON.readTree(GOOD))).isEmpty();
    }

    @Test
    void everyChangeIsJudgedAlike() {
        JsonNode good = JSON.readTree(GOOD);
        List<JsonNode> documents = new ArrayList<>(new Mutations(good).random(600));
        good.properties().forEach(one -> documents.addAll(new Mutations(part(one)).single(one.getKey())));

        List<String> disagreements = new ArrayList<>();
        int rejected = 0;
        for (JsonNode document : documents) {
            boolean schemaRejects = !SCHEMA.validate(document).isEmpty();
            List<String> problems = structuralProblems(document);
            rejected += schemaRejects ? 1 : 0;
            if (schemaRejects == problems.isEmpty()) {
                disagreements.add((schemaRejects ? "only the schema rejects " : "only the reader rejects " + problems)
                        + " " + JSON.writeValueAsString(document));
            }
        }
        assertThat(disagreements).isEmpty();
        assertThat(rejected).isGreaterThan(1_000).isLessThan(documents.size() - 500);
    }

    @Test
    void schemaDefaults_areTheReaders() {
        ObjectNode shortest = (ObjectNode) JSON.readTree("""
                {"name": "short", "machines": [{"name": "control", "role": "control-plane"}, {"name": "node"}],
                 "checks": [{"name": "up", "http": {"port": 1}}, {"name": "is", "kubectl":
                   {"object": "a/b", "jsonpath": "{.a}", "equals": ""}}],
                 "apps": [{"name": "web"}]}
                """);
        ObjectNode explicit = shortest.deepCopy();
        withDefaults(explicit, JSON.readTree(LabSchema.json()));

        assertThat(explicit.size()).isGreaterThan(shortest.size());
        assertThat(read(explicit).problems()).isEmpty();
        assertThat(read(explicit).orThrow()).isEqualTo(read(shortest).orThrow());
    }

    @Test
    void schemaExamples_areGoodValues() {
        assertThat(examples(JSON.readTree(LabSchema.json()))).hasSizeGreaterThan(15)
                .allSatisfy(property -> property.get("examples").forEach(example ->
                        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                                .getSchema(property).validate(example)).as(property.toString()).isEmpty()));
    }

    /** A document of that key and the one that none can do without: short texts are read faster. */
    private static JsonNode part(Map.Entry<String, JsonNode> key) {
        ObjectNode part = JSON.createObjectNode();
        part.set("machines", JSON.readTree("[{\"name\": \"control\", \"role\": \"control-plane\"}]"));
        part.set(key.getKey(), key.getValue());
        return part;
    }

    private static void withDefaults(ObjectNode document, JsonNode schema) {
        schema.get("properties").properties().forEach(property -> {
            JsonNode value = property.getValue();
            if (value.has("default") && !document.has(property.getKey())) {
                document.set(property.getKey(), value.get("default"));
            }
            if (value.has("properties") && !value.has("required")) {
                withDefaults(document.withObject("/" + property.getKey()), value);
            } else if (document.get(property.getKey()) instanceof ObjectNode object) {
                withDefaults(object, value);
            }
            JsonNode item = value.path("items");
            if (item.has("properties")) {
                document.path(property.getKey()).forEach(one -> withDefaults((ObjectNode) one, item));
            }
        });
        // Every mapping without required keys was made above; those that must not be empty are not made.
        document.properties().removeIf(one -> one.getValue().isObject() && one.getValue().isEmpty());
    }

    private static List<JsonNode> examples(JsonNode schema) {
        List<JsonNode> found = new ArrayList<>();
        if (schema.path("examples").isArray()) {
            found.add(schema);
        }
        schema.forEach(child -> found.addAll(examples(child)));
        return found;
    }

    private List<String> structuralProblems(JsonNode document) {
        return read(document).problems().stream().map(Problem::ruleId).filter(STRUCTURAL::contains).toList();
    }

    private LabReading read(JsonNode document) {
        Source source = new Source(folder.resolve("lab.yaml"), JSON.writeValueAsString(document));
        return LabFile.read(source, OpenChoices.network(Cidr.parse("192.168.57.0/24")), HostView.unknown());
    }
}
