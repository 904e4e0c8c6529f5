# -*- mode: ruby -*-
# Written by hybridlab from Vagrantfile.ftl and templates/vagrant; the next `hybridlab up` writes it again.
# Plain vagrant works here as well: vagrant status, vagrant ssh MACHINE, vagrant halt.

# `hybridlab up` loads Vagrant while it makes the lab's network, and then writes a line.
abort if ENV["HYBRIDLAB_WAITS"] == "1" && $stdin.gets.nil?

Vagrant.configure("2") do |config|
  # Nothing is asked of the internet, and nothing of the host's disk is shared, unless the lab file says so.
  config.vm.box_check_update = false
  config.vm.synced_folder ".", "/vagrant", disabled: true
  config.vm.allow_fstab_modification = false
  config.vm.boot_timeout = 300

  # The lab's own key opens its machines. Vagrant's public key only does until hybridlab has taken it out.
  config.ssh.username = "vagrant"
  config.ssh.insert_key = false
  config.ssh.private_key_path = [
    'ssh/id_ed25519',
    File.join(ENV.fetch("VAGRANT_HOME", File.join(Dir.home, ".vagrant.d")), "insecure_private_key"),
  ]

  config.vm.define 'control' do |machine|
    machine.vm.hostname = 'control'
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
    machine.vm.box = 'hybridlab/linux'
    # Spares Vagrant the look for the guest's system, of which it needs nothing here.
    machine.vm.guest = "linux"
    # `hybridlab up` names the machine by itself; Vagrant would log in again and again for it.
    machine.vm.hostname = nil if ENV["HYBRIDLAB_UP"] == "1"
    machine.ssh.host = '192.168.56.10'
    machine.vm.provider "libvirt" do |libvirt|
      libvirt.uri = "qemu:///system"
      libvirt.driver = 'qemu'
      libvirt.machine_arch = 'x86_64'
      libvirt.cpu_mode = 'custom'
      libvirt.cpu_model = 'Westmere'
      require "etc"
      # Interpreted processors that outnumber the host's own hold each other up: the one that has a lock is not running.
      libvirt.cpus = [2, Etc.nprocessors].min
      libvirt.memory = 2048
      libvirt.default_prefix = 'hl-first-cluster-0a1b2c-'
      libvirt.graphics_type = "none"
      libvirt.memballoon_enabled = false
      # A new machine has to make keys before it knows anything that is random.
      libvirt.random model: "random"
      # etcd waits for the disk at every write. What the host has not written when its power fails is lost: the lab is
      # then destroyed and made again.
      libvirt.disk_driver cache: "unsafe"
      # The lab's network, which hybridlab made with an address reserved for this hardware address. The machine has no
      # other interface.
      libvirt.management_network_name = 'hl-first-cluster-0a1b2c'
      libvirt.management_network_address = '192.168.56.0/24'
      libvirt.management_network_mac = '52:54:00:0a:38:0a'
      libvirt.management_network_keep = true
    end
  end

  config.vm.define 'node' do |machine|
    machine.vm.hostname = 'node'
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
    machine.vm.box = 'hybridlab/linux'
    # Spares Vagrant the look for the guest's system, of which it needs nothing here.
    machine.vm.guest = "linux"
    # `hybridlab up` names the machine by itself; Vagrant would log in again and again for it.
    machine.vm.hostname = nil if ENV["HYBRIDLAB_UP"] == "1"
    machine.ssh.host = '192.168.56.11'
    machine.vm.provider "libvirt" do |libvirt|
      libvirt.uri = "qemu:///system"
      libvirt.driver = 'qemu'
      libvirt.machine_arch = 'x86_64'
      libvirt.cpu_mode = 'custom'
      libvirt.cpu_model = 'Westmere'
      require "etc"
      # Interpreted processors that outnumber the host's own hold each other up: the one that has a lock is not running.
      libvirt.cpus = [2, Etc.nprocessors].min
      libvirt.memory = 2048
      libvirt.default_prefix = 'hl-first-cluster-0a1b2c-'
      libvirt.graphics_type = "none"
      libvirt.memballoon_enabled = false
      # A new machine has to make keys before it knows anything that is random.
      libvirt.random model: "random"
      # etcd waits for the disk at every write. What the host has not written when its power fails is lost: the lab is
      # then destroyed and made again.
      libvirt.disk_driver cache: "unsafe"
      # The lab's network, which hybridlab made with an address reserved for this hardware address. The machine has no
      # other interface.
      libvirt.management_network_name = 'hl-first-cluster-0a1b2c'
      libvirt.management_network_address = '192.168.56.0/24'
      libvirt.management_network_mac = '52:54:00:0a:38:0b'
      libvirt.management_network_keep = true
    end
  end
end
