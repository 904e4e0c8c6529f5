package org.hybridlab.provider.libvirt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.provider.api.LabId;
import org.hybridlab.provider.api.LabResource;
import org.junit.jupiter.api.Test;

/** What is a lab's by libvirt's lists, which have names only. */
class LibvirtResourcesTest {
    private static final LabId ID = new LabId("kurs-202610", "3fa9c1");

    private final Map<String, String> answers = new LinkedHashMap<>(Map.of(
            "pool-list --name", "default\n", "pool-list --name --all", "default\n",
            "list --uuid --name --all", " 7c1b2d3e-0000-4000-8000-000000000001 hl-kurs-202610-3fa9c1-node1\n"
                    + " 7c1b2d3e-0000-4000-8000-000000000002 hl-kurs-0a1b2c-node1\n",
            "vol-list default", " hl-kurs-202610-3fa9c1-node1.img   /var/lib/libvirt/images/x\n",
            "net-list --name --all", "default\nhl-kurs-202610-3fa9c1\n"));
    private final List<String> calls = new ArrayList<>();
    private final Cancellation cancellation = new Cancellation();

    @Test
    void labWithHashInName_hasItsResources() {
        assertThat(provider().resources(ID, cancellation)).extracting(LabResource::title).containsExactly(
                "machine hl-kurs-202610-3fa9c1-node1", "volume hl-kurs-202610-3fa9c1-node1.img",
                "network hl-kurs-202610-3fa9c1");
        assertThat(provider().resources(ID, cancellation)).extracting(LabResource::lab).containsOnly(ID);
    }

    @Test
    void volumes_whilePoolIsOff_areUnknown() {
        answers.put("pool-list --name", "\n");

        assertThatThrownBy(() -> provider().resources(ID, cancellation)).isInstanceOfSatisfying(LabException.class,
                unknown -> {
                    assertThat(unknown.id()).isEqualTo("provider-not-answering");
                    assertThat(unknown.what()).contains("'default' does not run", "pool-start default");
                });
    }

    @Test
    void volumes_withoutAnyPool_areNone() {
        answers.put("pool-list --name", "\n");
        answers.put("pool-list --name --all", "\n");

        assertThat(provider().resources(ID, cancellation)).extracting(LabResource::kind)
                .containsExactly(LabResource.Kind.MACHINE, LabResource.Kind.NETWORK);
    }

    /** While its pool was off, virsh took a machine away and left its disk. */
    @Test
    void release_removesDisks_thatWereLeft() {
        answers.put("vol-list default", answers.get("vol-list default") + " debian.img   /var/lib/libvirt/images/y\n");
        provider().release(ID, cancellation);
        assertThat(calls).contains("vol-delete --pool default hl-kurs-202610-3fa9c1-node1.img",
                "net-undefine hl-kurs-202610-3fa9c1").noneMatch(call -> call.contains("debian"));

        calls.clear();
        answers.put("pool-list --name", "\n");
        provider().release(ID, cancellation);
        assertThat(calls).noneMatch(call -> call.startsWith("vol-delete"));
    }

    private LibvirtProvider provider() {
        Processes virsh = (command, lines, cancelled) -> {
            String words = String.join(" ", command.words().subList(4, command.words().size()));
            calls.add(words);
            return new Result(command, 0, answers.getOrDefault(words, ""), "", Duration.ZERO);
        };
        return new LibvirtProvider(virsh, false);
    }
}
