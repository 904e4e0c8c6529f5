package org.hybridlab.artifact.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.artifact.bundle.CacheLock;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.cache.CacheEntry.CacheUse;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UserCacheTest {
    @TempDir
    private Path folder;
    private Path root;
    private UserCache cache;
    private final Fetching fetching = new Fetching(line -> { }, new Cancellation());

    @BeforeEach
    void aCache() throws IOException {
        root = folder.resolve("hybridlab");
        for (String file : new String[] {"bundle/lock", "bundle/etcd/2-linux-amd64/etcd",
                "bundle/etcd/1-linux-amd64/etcd",
            "bundle/etcd/.new-1/etcd", "bundle/downloads/part", "box/kit/new/data", "box/kit/old/data", "box/kit.lock",
            "box/lock", "box/a%2Fb.lock", "box/debian/base.tar", "box/work/left", "images/one",
            "images/sha256-old/blob", "classes/mine.jsa",
            "classes/other.jsa", "go/mod/a/b", "go/build/c", "box-catalogues/1.json", "box-files/0a1b",
            "fresh-debian-12.tar", "box/mine.txt"}) {
            Files.writeString(Files.createDirectories(root.resolve(file).getParent()).resolve(root.resolve(file)
                    .getFileName()), "12345");
        }
        cache = new UserCache(root, Set.of("etcd/2-linux-amd64"), "new"::equals, "mine.jsa"::equals,
                name -> !name.equals("sha256-old"));
    }

    @Test
    void entries_sayWhatEachIsGoodFor() {
        assertThat(cache.entries().stream().collect(Collectors.toMap(CacheEntry::name, CacheEntry::use)))
                .containsOnly(Map.entry("bundle/etcd/2-linux-amd64", CacheUse.CURRENT),
                        Map.entry("bundle/etcd/1-linux-amd64", CacheUse.OLD),
                        Map.entry("bundle/etcd/.new-1", CacheUse.OLD),
                        Map.entry("bundle/downloads", CacheUse.OLD),
                        Map.entry("box/kit/new", CacheUse.CURRENT),
                        Map.entry("box/kit/old", CacheUse.OLD),
                        Map.entry("box/debian/base.tar", CacheUse.BUILD),
                        Map.entry("box/work/left", CacheUse.OLD),
                        Map.entry("box/mine.txt", CacheUse.UNKNOWN),
                        Map.entry("images/one", CacheUse.CURRENT),
                        Map.entry("images/sha256-old", CacheUse.OLD),
                        Map.entry("classes/mine.jsa", CacheUse.CURRENT),
                        Map.entry("classes/other.jsa", CacheUse.OLD),
                        Map.entry("go/mod", CacheUse.BUILD), Map.entry("go/build", CacheUse.BUILD),
                        Map.entry("box-catalogues", CacheUse.OLD),
                        Map.entry("box-files", CacheUse.OLD),
                        Map.entry("fresh-debian-12.tar", CacheUse.UNKNOWN));
        assertThat(entry("go/mod").bytes()).isEqualTo(5);
    }

    @Test
    void remove_takesTheEntryAndNothingBesides() {
        cache.remove(entry("bundle/etcd/1-linux-amd64"), fetching);

        assertThat(root.resolve("bundle/etcd/1-linux-amd64")).doesNotExist();
        assertThat(root.resolve("bundle/etcd/2-linux-amd64/etcd")).exists();
        assertThatThrownBy(() -> cache.remove(entry("fresh-debian-12.tar"), fetching))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(root.resolve("fresh-debian-12.tar")).exists();
    }

    @Test
    void remove_ofLinks_sparesTheirTargets() throws IOException {
        Path precious = Files.createDirectories(folder.resolve("precious"));
        Files.writeString(precious.resolve("work"), "mine");
        Files.createSymbolicLink(root.resolve("go/build/link"), precious);
        Files.createSymbolicLink(root.resolve("go/link"), precious);

        assertThat(entry("go/link").bytes()).isLessThan(200);
        cache.remove(entry("go/build"), fetching);
        cache.remove(entry("go/link"), fetching);

        assertThat(root.resolve("go/link")).doesNotExist();
        assertThat(precious.resolve("work")).hasContent("mine");
        Files.delete(root.resolve("go/mod/a/b"));
    }

    @Test
    void entries_behindLinksOutOfCache_areNothing() throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere/1.0-linux-amd64"));
        Files.createSymbolicLink(root.resolve("bundle/etcd2"), elsewhere.getParent());
        Files.createSymbolicLink(root.resolve("other"), elsewhere.getParent());

        assertThat(cache.entries()).extracting(CacheEntry::name).noneMatch(name -> name.startsWith("bundle/etcd2"));
        assertThat(entry("other").use()).isEqualTo(CacheUse.UNKNOWN);
        Files.delete(root.resolve("bundle/etcd2"));
        Files.delete(root.resolve("other"));
    }

    @Test
    void remove_ofGoModulesWithoutWriteRight_works() {
        assertThat(root.resolve("go/mod/a").toFile().setWritable(false)).isTrue();

        cache.remove(entry("go/mod"), fetching);

        assertThat(root.resolve("go/mod")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"box/kit/old, box/kit.lock", "box/work/left, box/lock", "images/one, images/lock",
        "bundle/etcd/1-linux-amd64, bundle/lock", "classes/other.jsa, bundle/lock"})
    void remove_waitsForTheMaker(String name, String lock) {
        CacheEntry entry = entry(name);
        Cancellation cancelled = new Cancellation();
        cancelled.request();
        try (CacheLock ignored = CacheLock.hold(root.resolve(lock), "making it", fetching)) {
            assertThatThrownBy(() -> cache.remove(entry, new Fetching(line -> { }, cancelled)))
                    .isInstanceOfSatisfying(LabException.class, e -> assertThat(e.id()).isEqualTo("interrupted"));
        }
        assertThat(entry.path()).exists();
    }

    private CacheEntry entry(String name) {
        return cache.entries().stream().filter(entry -> entry.name().equals(name)).findFirst().orElseThrow();
    }
}
