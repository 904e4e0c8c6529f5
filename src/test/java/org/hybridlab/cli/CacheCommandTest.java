package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.KnownLabs;
import org.hybridlab.host.TestKnownLab;
import org.hybridlab.host.UserFolders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CacheCommandTest extends OwnInstallation {
    private Path cache;

    @BeforeEach
    void aCache() throws IOException {
        cache = home.resolve(".cache/hybridlab");
        for (String file : new String[] {"bundle/etcd/0.1-linux-amd64/etcd", "images/one", "go/build/c", "notes.txt"}) {
            writeFile(cache.resolve(file), "12345");
        }
    }

    @Test
    void list_showsEntries_withSizeAndAge() {
        assertThat(call("cache", "list").out()).contains("bundle/etcd/0.1-linux-amd64", "images/one", "go/build",
                "notes.txt", "today", cache.toString());

        JsonNode list = OutputSchemas.document(call("cache", "list", "-o", "json").out()).get("data");
        assertThat(list.get("entries")).hasSize(4);
        assertThat(list.get("bytes").asLong()).isEqualTo(20);
    }

    @Test
    void clean_removesWhatIsOldAndNothingElse() {
        JsonNode removal = OutputSchemas.document(call("cache", "clean", "--yes", "-o", "json").out()).get("data");

        assertThat(removal.get("removed")).hasSize(1);
        assertThat(cache.resolve("bundle/etcd/0.1-linux-amd64")).doesNotExist();
        assertThat(cache.resolve("images/one")).exists();
        assertThat(cache.resolve("go/build/c")).exists();
        assertThat(call("cache", "clean", "--yes").out()).contains("Nothing was removed.");
    }

    @Test
    void clean_needsAYes() {
        Call call = call("cache", "clean");

        assertThat(call.exitCode()).isEqualTo(2);
        assertThat(call.err()).contains("[not-confirmed]", "--yes");
        assertThat(cache.resolve("bundle/etcd/0.1-linux-amd64")).exists();
    }

    @Test
    void cleanAll_removesEverythingThatHybridlabMade() {
        assertThat(call("cache", "clean", "--all", "--yes").exitCode()).isZero();

        assertThat(cache.resolve("images/one")).doesNotExist();
        assertThat(cache.resolve("go/build")).doesNotExist();
        assertThat(cache.resolve("notes.txt")).exists();
    }

    @Test
    void cleanAll_whileUp_keepsTheLabsNeeds() {
        lab();

        Call call = call("cache", "clean", "--all", "--yes");

        assertThat(call.err()).contains("2 entries stay", "duo");
        assertThat(cache.resolve("images/one")).exists();
        assertThat(cache.resolve("bundle/etcd/0.1-linux-amd64")).exists();
        assertThat(cache.resolve("go/build")).doesNotExist();
    }

    /** The lab's kubectl is a link to such a part, and `up` of its version needs the kit. */
    @Test
    void clean_whileUp_keepsOtherVersionsParts() throws IOException {
        lab();
        Files.createDirectories(home.resolve("templates/box"));
        for (String file : new String[] {"box/kit/1.34.1-amd64-0/images.tar", "bundle/etcd/.new-1/etcd",
            "bundle/downloads/0.part", "box/work/tree"}) {
            writeFile(cache.resolve(file), "12345");
        }

        Call call = call("cache", "clean", "--yes", "-o", "json");
        JsonNode removal = OutputSchemas.document(call.out()).get("data");

        assertThat(removal.get("kept").toString())
                .isEqualTo("[\"box/kit/1.34.1-amd64-0\",\"bundle/etcd/0.1-linux-amd64\"]");
        assertThat(cache.resolve("bundle/etcd/0.1-linux-amd64/etcd")).exists();
        assertThat(cache.resolve("box/kit/1.34.1-amd64-0/images.tar")).exists();
        assertThat(cache.resolve("bundle/etcd/.new-1")).doesNotExist();
        assertThat(cache.resolve("bundle/downloads")).doesNotExist();
        assertThat(cache.resolve("box/work/tree")).doesNotExist();
    }

    private void lab() {
        new KnownLabs(UserFolders.of(Map.of(), home)).remember(TestKnownLab.of("duo",
                home.resolve("labs/duo/.hybridlab").toString(), ProviderName.DOCKER, "192.168.59.0/24"));
    }
}
