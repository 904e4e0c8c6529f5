package org.hybridlab.artifact.box;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Arch;
import org.hybridlab.fake.Checkout;
import org.hybridlab.fake.FakePrograms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernel of a libvirt box: which package, and where GRUB finds it. */
class LibvirtBoxTest {
    @TempDir
    private Path folder;
    private String command = "";

    @Test
    void packages_onUbuntu_haveUbuntusKernel() {
        AptSources ubuntu = new AptSources("noble", true, List.of("deb http://mirror.example.org/ubuntu noble main"));
        Debian debian = new Debian(folder, ubuntu, Map.of(), any -> any, FakePrograms.printing(asked -> {
            command = FakePrograms.line(asked);
            asked.stdoutFile().ifPresent(LibvirtBoxTest::create);
            return "";
        }));
        List<String> packages = new Recipe(Path.of("")).packages(Arch.AMD64, "vm");
        debian.with(packages, Arch.AMD64, new Fetching(line -> { }, new Cancellation()));

        assertThat(command).contains("linux-image-virtual,initramfs-tools").doesNotContain("cloud", "{");
        assertThat(debian.cached(packages, Arch.AMD64)).isPresent();
    }

    /** Debian's kernel leaves links in /, Ubuntu's in /boot. */
    @ParameterizedTest
    @CsvSource({"'', ''", "boot/, /boot"})
    void grub_bootsTheKernelsLinks(String made, String booted) throws IOException {
        Files.createDirectories(folder.resolve("boot"));
        Files.createDirectories(folder.resolve("tmp"));
        Files.createSymbolicLink(folder.resolve(made + "vmlinuz"), Path.of("vmlinuz-6.8.0"));
        String script = Checkout.TEMPLATES.render("box/libvirt.sh.ftl",
                Map.of("stock", true, "work", folder, "debian", folder, "diskGiB", 20, "owner", "lea"));
        String lines = script.substring(script.indexOf("links="), script.indexOf("chroot \"$tree\" grub-mkimage"));

        assertThat(new LocalProcesses().run(Command.of("bash", "-euc", lines).env("tree", folder.toString()),
                new Cancellation()).ok()).isTrue();

        assertThat(folder.resolve("tmp/boot.cfg")).content().contains("linux " + booted + "/vmlinuz root=/dev/vda1",
                "initrd " + booted + "/initrd.img\n");
    }

    private static void create(Path file) {
        unchecked(() -> Files.createFile(file));
    }
}
