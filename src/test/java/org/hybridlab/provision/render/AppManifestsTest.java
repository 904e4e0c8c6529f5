package org.hybridlab.provision.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.common.workspace.LabFolder;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Lab;
import org.hybridlab.fake.Checkout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppManifestsTest {
    private static final String MARK = "\ufeff";
    private static final String OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n";

    @TempDir
    private Path folder;
    private Path apps;

    @BeforeEach
    void anAppsFolder() throws IOException {
        apps = Files.createDirectories(folder.resolve("apps/web"));
    }

    /** As editors on Windows write them at the start of each file. */
    @Test
    void byteOrderMarks_areNoPartOfManifests() throws IOException {
        Files.writeString(apps.resolve("a.yaml"), MARK + OBJECT.formatted("a"));
        Files.writeString(apps.resolve("b.yaml"), MARK + OBJECT.formatted("b"));
        Files.writeString(apps.resolve("c.yml"), MARK + "---\n" + OBJECT.formatted("c") + "---\n"
                + OBJECT.formatted("d"));
        Files.writeString(apps.resolve("e.yaml.ftl"), MARK + OBJECT.formatted("[=name]"));

        assertThat(names()).containsExactly("a", "b", "c", "d", "e");
    }

    /** kubectl takes them too, with the tabs that JSON allows and YAML does not. */
    @Test
    void jsonFiles_ofFolder_areManifests() throws IOException {
        Files.writeString(apps.resolve("a.json"), """
                {
                \t"apiVersion": "v1",
                \t"kind": "List",
                \t"items": [
                \t\t{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}},
                \t\t{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}, "data": {"x": "\\t"}}
                \t]
                }
                """);
        Files.writeString(apps.resolve("b.yaml"), OBJECT.formatted("c"));
        Files.writeString(apps.resolve("c.json"), MARK + """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "d"}}""");
        Files.writeString(apps.resolve("d.json.ftl"), """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "e"}}""");

        assertThat(names()).containsExactly("a", "b", "c", "d", "e");
    }

    /** As PHP and others write a slash; YAML 1.1 has no such escape. */
    @Test
    void escapedSlashes_ofJson_areRead() throws IOException {
        Files.writeString(apps.resolve("a.json"), """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"},
                 "data": {"url": "https:\\/\\/a.example", "path": "C:\\\\/tmp"}}
                """);

        assertThat(objects()).singleElement().extracting(object -> object.json().path("data"))
                .satisfies(data -> {
                    assertThat(data.path("url").asString()).isEqualTo("https://a.example");
                    assertThat(data.path("path").asString()).isEqualTo("C:\\/tmp");
                });
    }

    @Test
    void jsonFiles_ofOtherPrograms_areNoManifests() throws IOException {
        Files.writeString(apps.resolve("a.yaml"), OBJECT.formatted("a"));
        Files.writeString(apps.resolve("package.json"), "{\"name\": \"web\", \"dependencies\": {\"kind\": \"1\"}}");
        Files.writeString(apps.resolve("rows.json"), "[1, 2]");
        Files.writeString(apps.resolve("tsconfig.json"), "{\n  // with comments\n  \"compilerOptions\": {}\n}");
        Files.writeString(apps.resolve("empty.json"), "");

        assertThat(names()).containsExactly("a");
    }

    private List<String> names() throws IOException {
        return objects().stream().map(Manifest::name).toList();
    }

    private List<Manifest> objects() throws IOException {
        Lab lab = LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                name: it
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [{name: web}]
                """), Cidr.parse("192.168.57.0/24")).orThrow();
        return Manifest.parse(new AppManifests(new LabFolder(folder), (app, name) -> "").text(lab.apps().get(0),
                Checkout.templates(folder), Map.of("name", "e")));
    }
}
